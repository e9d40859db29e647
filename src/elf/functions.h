// The functions that an image offers by name, one an address, its other names beside it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "elf/image.h"
#include "elf/symbols.h"
#include "elf/walk.h"

namespace kab::elf {

struct Function {
  std::string name;  // "" where the kernel has blanked all its names
  std::string version;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::vector<std::string> aliases = {};  // sorted; "clock_gettime" of __vdso_clock_gettime

  FunctionRange range() const { return {.name = name, .start = address, .size = size}; }
};

/// By address. A name with leading underscores comes before one without, as kernels document them.
std::vector<Function> functions_of(const std::vector<Symbol>& symbols);

}  // namespace kab::elf
