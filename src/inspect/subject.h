// An image with what every audit asks of it, found out once.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "elf/alternatives.h"
#include "elf/functions.h"
#include "elf/image.h"
#include "elf/instruction.h"
#include "elf/walk.h"
#include "model/vdso.h"

namespace kab::inspect {

/// Whether the bytes are a file, which the kernel has still to adapt to the CPU, or were taken from
/// the memory of a process, where it has done so.
enum class Where { kFile, kMemory };

struct AuditContext {
  Where where = Where::kFile;
  std::optional<std::set<std::string>> cpu_flags = {};  // of /proc/cpuinfo, where the image runs
  std::vector<model::VdsoMapping> mappings = {};
};

struct Subject {
  explicit Subject(const elf::Image& audited);

  const elf::Image& image;
  std::vector<elf::Symbol> symbols;
  std::string counted_by;
  std::vector<elf::Function> functions;
  elf::Alternatives alternatives;
  std::optional<elf::Decoder> decoder;  // none for machines whose code kab cannot read
  std::vector<elf::Walk> walks;         // of all code that the functions reach
};

/// "0x7e7".
std::string hex(std::uint64_t value);

/// "1 place", "3 places".
std::string counted(std::size_t count, std::string_view what);

/// "__vdso_clock_gettime+0x53", of the function that holds the address, or "0x7e7".
std::string place_of(const Subject& subject, std::uint64_t address);

}  // namespace kab::inspect
