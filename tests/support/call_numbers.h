// The numbers of system calls by the names that workloads declare them by.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kab::testing_support {

/// In the table of the ABI that this was compiled for; nothing for a name that no workload has yet.
std::optional<std::uint64_t> number_of_call(std::string_view name);

}  // namespace kab::testing_support
