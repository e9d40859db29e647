#include "guest/functions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace kab::guest {
namespace {

using Key = std::pair<std::string_view, std::string_view>;
using Functions = std::map<Key, model::FunctionCount>;

model::FunctionCount& function_at(Functions& functions, const sys::KernelSymbol* symbol) {
  const Key key = symbol != nullptr ? Key(symbol->name, symbol->module) : Key();
  auto& function = functions[key];
  function.name = key.first;
  function.module = key.second;
  return function;
}

using Names = bool (*)(std::string_view);

bool is_switch(std::string_view name) { return name == "__switch_to_asm"; }
bool is_page_fault(std::string_view name) { return name == "asm_exc_page_fault"; }
bool is_interrupt(std::string_view name) {
  return name == "asm_common_interrupt" || name.starts_with("asm_sysvec_");
}

/// Calls of all functions so named; nothing where the kernel has none, which is not zero.
std::optional<std::uint64_t> calls_of(Names named,
                                      const std::vector<model::FunctionCount>& functions,
                                      const sys::KernelSymbols& symbols) {
  std::uint64_t sum = 0;
  for (const auto& function : functions)
    if (function.module.empty() && named(function.name)) sum += function.calls;
  if (sum > 0) return sum;
  const bool known = std::ranges::any_of(
      symbols.all(), [named](const sys::KernelSymbol& symbol) { return named(symbol.name); });
  return known ? std::optional<std::uint64_t>(0) : std::nullopt;
}

}  // namespace

std::vector<model::FunctionCount> functions_of(const CountedRegion& region,
                                               const sys::KernelSymbols& symbols) {
  Functions functions;
  for (const auto& [address, count] : region.addresses) {
    const auto* symbol = symbols.at(address);
    auto& function = function_at(functions, symbol);
    function.instructions += count;
    if (symbol != nullptr && symbol->address == address) function.calls += count;
  }
  for (const auto& [address, iterations] : region.strings)
    function_at(functions, symbols.at(address)).string_iterations += iterations;
  std::vector<model::FunctionCount> all;
  for (auto& [key, function] : functions) all.push_back(std::move(function));
  return all;
}

model::Happened happened_in(const std::vector<model::FunctionCount>& functions,
                            const sys::KernelSymbols& symbols) {
  return {.context_switches = calls_of(&is_switch, functions, symbols),
          .page_faults = calls_of(&is_page_fault, functions, symbols),
          .interrupts = calls_of(&is_interrupt, functions, symbols)};
}

}  // namespace kab::guest
