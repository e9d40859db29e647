// The symbols of an image: from the dynamic table that a loader uses, however its length is to be
// found out, and from the symbol tables that section headers name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "elf/image.h"

namespace kab::elf {

struct Symbol {
  std::string name;     // "" where the kernel has blanked it
  std::string version;  // "LINUX_2.6", or "" without one
  std::uint64_t address = 0;
  std::uint64_t size = 0;     // bytes; 0 where the table does not say
  unsigned char type = 0;     // STT_FUNC, …
  unsigned char binding = 0;  // STB_GLOBAL, …
  std::uint16_t section = 0;  // SHN_UNDEF, SHN_ABS, or the index of one

  bool operator==(const Symbol&) const = default;
};

/// What says how many symbols the dynamic table has.
enum class SymbolCount { kHash, kGnuHash, kSection, kStrings, kNothing };

/// "DT_HASH", "DT_GNU_HASH", "section headers", "the string table that follows", "nothing".
std::string_view text_of(SymbolCount count);

struct DynamicSymbols {
  SymbolCount counted_by = SymbolCount::kNothing;
  std::vector<Symbol> symbols;  // without the zeroth, which is none
};

/// As many as lie in the image, whatever a table claims.
DynamicSymbols dynamic_symbols(const Image& image);

/// Of every symbol table that section headers name (SHT_SYMTAB, SHT_DYNSYM), each name and address
/// once; where there are no section headers, dynamic_symbols().
std::vector<Symbol> all_symbols(const Image& image);

/// Whether it is code that callers can reach by name: a defined function, global or weak.
bool is_exported_function(const Symbol& symbol);

}  // namespace kab::elf
