// From an address to the symbol that it lies in.
#pragma once

#include <cstdint>
#include <vector>

#include "elf/symbols.h"

namespace kab::elf {

class SymbolIndex {
 public:
  /// Of `symbols`, those that are defined and are code: functions, and untyped ones (assembler).
  explicit SymbolIndex(std::vector<Symbol> symbols);

  /// The symbol whose range holds the address. One without a size reaches up to the next. Of
  /// several at one place: a typed one, then a global one, then the longest, then the first by
  /// name. nullptr for none; lives as long as the index.
  const Symbol* at(std::uint64_t address) const;

  const std::vector<Symbol>& symbols() const { return symbols_; }

 private:
  std::vector<Symbol> symbols_;  // by address, one each
};

}  // namespace kab::elf
