#include "elf/symbols.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include <elf.h>

#include "elf/dynamic.h"
#include "elf/symbol_count.h"
#include "elf/versions.h"

namespace kab::elf {
namespace {

/// The entry at `at`; the two classes order its members differently.
std::optional<Symbol> symbol_at(const Image& image, std::uint64_t at, std::uint64_t strings) {
  const bool wide = image.is_64_bit();
  const std::size_t width = image.address_bytes();
  const auto name = image.number_at_offset(at, 4);
  const auto address = image.number_at_offset(at + (wide ? 8 : 4), width);
  const auto size = image.number_at_offset(at + (wide ? 16 : 8), width);
  const auto kind = image.number_at_offset(at + (wide ? 4 : 12), 1);
  const auto section = image.number_at_offset(at + (wide ? 6 : 14), 2);
  if (!name || !address || !size || !kind || !section) return std::nullopt;
  const auto text = *name == 0 ? std::nullopt : image.text_at_offset(strings + *name);
  return Symbol{.name = std::string(text.value_or("")),
                .version = {},
                .address = *address,
                .size = *size,
                .type = static_cast<unsigned char>(*kind & 0xf),
                .binding = static_cast<unsigned char>(*kind >> 4),
                .section = static_cast<std::uint16_t>(*section)};
}

void add_table(const Image& image, const Section& table, std::vector<Symbol>& symbols) {
  if (table.link >= image.sections().size()) return;
  const std::uint64_t strings = image.sections()[table.link].offset;
  const std::uint64_t each = symbol_bytes(image);
  for (std::uint64_t i = 1; i < table.size / each; ++i) {
    auto symbol = symbol_at(image, table.offset + i * each, strings);
    if (!symbol) return;
    symbols.push_back(std::move(*symbol));
  }
}

}  // namespace

std::string_view text_of(SymbolCount count) {
  switch (count) {
    case SymbolCount::kHash:
      return "DT_HASH";
    case SymbolCount::kGnuHash:
      return "DT_GNU_HASH";
    case SymbolCount::kSection:
      return "section headers";
    case SymbolCount::kStrings:
      return "the string table that follows";
    case SymbolCount::kNothing:
      return "nothing";
  }
  return "nothing";
}

DynamicSymbols dynamic_symbols(const Image& image) {
  DynamicSymbols found;
  const auto dynamic = dynamic_of(image);
  if (!dynamic || !dynamic->symbols || !dynamic->strings) return found;
  const auto [count, by] = count_of_symbols(image, *dynamic);
  found.counted_by = by;
  const auto versions = versions_of(image, *dynamic);
  for (std::uint64_t i = 1; i < count; ++i) {
    auto symbol = symbol_at(image, *dynamic->symbols + i * symbol_bytes(image), *dynamic->strings);
    if (!symbol) break;
    symbol->version = version_of_symbol(image, *dynamic, versions, i);
    found.symbols.push_back(std::move(*symbol));
  }
  return found;
}

std::vector<Symbol> all_symbols(const Image& image) {
  std::vector<Symbol> symbols;
  for (const auto& section : image.sections())
    if (section.type == SHT_SYMTAB || section.type == SHT_DYNSYM)
      add_table(image, section, symbols);
  if (symbols.empty()) symbols = dynamic_symbols(image).symbols;
  const auto place = [](const Symbol& one) {
    return std::pair<std::uint64_t, std::string_view>(one.address, one.name);
  };
  std::ranges::sort(symbols, {}, [&](const Symbol& one) {
    return std::tuple(place(one), ~one.size, one.binding, std::string_view(one.version));
  });
  const auto repeated = std::ranges::unique(symbols, {}, place);
  symbols.erase(repeated.begin(), repeated.end());
  return symbols;
}

bool is_exported_function(const Symbol& symbol) {
  return symbol.section != SHN_UNDEF && symbol.section != SHN_ABS &&
         (symbol.type == STT_FUNC || symbol.type == STT_NOTYPE) &&
         (symbol.binding == STB_GLOBAL || symbol.binding == STB_WEAK);
}

}  // namespace kab::elf
