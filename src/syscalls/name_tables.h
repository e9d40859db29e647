// The tables of system calls as the kernel's headers have them; generated, see CMakeLists.txt.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kab::syscalls {

struct NumberedName {
  std::uint64_t number = 0;
  std::string_view name = {};
};

std::span<const NumberedName> table_of_x86_64();
std::span<const NumberedName> table_of_i386();

}  // namespace kab::syscalls
