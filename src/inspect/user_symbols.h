// Symbols of programs and libraries on disk, of their debug files, and of this kernel's vDSO.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "elf/image.h"
#include "elf/symbol_index.h"
#include "inspect/address_space.h"

namespace kab::inspect {

class UserSymbols {
 public:
  /// `debug_folder` holds debug files by build id: "/usr/lib/debug/.build-id" but in tests.
  explicit UserSymbols(std::string debug_folder = "/usr/lib/debug/.build-id");

  /// The function at an offset of a mapped file; empty where nothing is known: a file that is gone,
  /// one without symbols there, no file at all. A file is read once.
  std::string name_at(const MappedCode& code, std::uint64_t file_offset);

 private:
  struct File {
    std::optional<elf::Image> image;
    std::optional<elf::SymbolIndex> symbols;
  };
  File& file_of(const MappedCode& code);
  File load(const MappedCode& code) const;

  std::string debug_folder_;
  std::map<std::string, File> files_;
};

}  // namespace kab::inspect
