#include "elf/functions.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace kab::elf {

std::vector<Function> functions_of(const std::vector<Symbol>& symbols) {
  std::vector<Symbol> exported;
  std::ranges::copy_if(symbols, std::back_inserter(exported), is_exported_function);
  std::ranges::sort(exported, {}, [](const Symbol& one) {
    return std::tuple(one.address, one.name.empty(), !one.name.starts_with("__"),
                      std::string_view(one.name));
  });
  std::vector<Function> functions;
  for (auto& symbol : exported) {
    if (functions.empty() || functions.back().address != symbol.address) {
      functions.push_back({.name = std::move(symbol.name),
                           .version = std::move(symbol.version),
                           .address = symbol.address,
                           .size = symbol.size});
      continue;
    }
    functions.back().size = std::max(functions.back().size, symbol.size);
    if (!symbol.name.empty()) functions.back().aliases.push_back(std::move(symbol.name));
  }
  return functions;
}

}  // namespace kab::elf
