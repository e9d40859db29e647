#include "elf/symbol_index.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include <elf.h>

namespace kab::elf {
namespace {

bool is_code(const Symbol& symbol) {
  const bool kind =
      symbol.type == STT_FUNC || symbol.type == STT_GNU_IFUNC || symbol.type == STT_NOTYPE;
  // Some machines mark runs of code and data by untyped local symbols: $x, $d.
  const bool mark = symbol.type == STT_NOTYPE && symbol.name.starts_with('$');
  return kind && !mark && symbol.section != SHN_UNDEF && symbol.section != SHN_ABS;
}

bool better(const Symbol& one, const Symbol& other) {
  const auto rank = [](const Symbol& symbol) {
    return std::tuple(symbol.type == STT_NOTYPE, symbol.binding == STB_LOCAL, ~symbol.size);
  };
  return std::tuple(one.address, rank(one)) != std::tuple(other.address, rank(other))
             ? std::tuple(one.address, rank(one)) < std::tuple(other.address, rank(other))
             : one.name < other.name;
}

}  // namespace

SymbolIndex::SymbolIndex(std::vector<Symbol> symbols) : symbols_(std::move(symbols)) {
  std::erase_if(symbols_, [](const Symbol& symbol) { return !is_code(symbol); });
  std::ranges::sort(symbols_, better);
  const auto repeated = std::ranges::unique(symbols_, {}, &Symbol::address);
  symbols_.erase(repeated.begin(), repeated.end());
}

const Symbol* SymbolIndex::at(std::uint64_t address) const {
  const auto next = std::ranges::upper_bound(symbols_, address, {}, &Symbol::address);
  if (next == symbols_.begin()) return nullptr;
  const Symbol& before = *std::prev(next);
  return before.size == 0 || address - before.address < before.size ? &before : nullptr;
}

}  // namespace kab::elf
