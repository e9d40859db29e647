#include "sys/kallsyms.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "base/files.h"
#include "base/text.h"

namespace kab::sys {
namespace {

// Behind the last symbol nothing says where its code ends; functions are shorter than this.
constexpr std::uint64_t kLongestLast = 64U << 10;

std::optional<std::uint64_t> hex_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<KernelSymbol> symbol_in(std::string_view line) {
  const auto parts = words(line);
  if (parts.size() < 3 || parts.size() > 4 || parts[1].size() != 1) return std::nullopt;
  const auto address = hex_number(parts[0]);
  if (!address) return std::nullopt;
  KernelSymbol symbol{
      .address = *address, .type = parts[1][0], .name = std::string(parts[2]), .module = {}};
  if (parts.size() == 4) {
    const auto module = parts[3];
    if (module.size() < 3 || module.front() != '[' || module.back() != ']') return std::nullopt;
    symbol.module = module.substr(1, module.size() - 2);
  }
  return symbol;
}

int rank_of_type(char type) {
  switch (type) {
    case 'T':
      return 0;
    case 't':
      return 1;
    case 'W':
    case 'w':
      return 2;
    default:
      return 3;
  }
}

auto order_of(const KernelSymbol& symbol) {
  const auto underscores = std::min(symbol.name.find_first_not_of('_'), symbol.name.size());
  return std::tuple(symbol.address, rank_of_type(symbol.type), underscores,
                    std::string_view(symbol.name));
}

// Who may see addresses: kernel/ksyms_common.c, kallsyms_show_value().
std::string how_to_show(const std::string& root) {
  const auto restrict_level = read_line_or_empty(root + "proc/sys/kernel/kptr_restrict");
  const auto paranoid = read_line_or_empty(root + "proc/sys/kernel/perf_event_paranoid");
  const std::string now =
      "(kernel.kptr_restrict=" + restrict_level + ", kernel.perf_event_paranoid=" + paranoid + ")";
  if (restrict_level == "2")
    return now + ": nobody may see them; set kernel.kptr_restrict to 1 and run as root or with " +
           "CAP_SYSLOG";
  if (restrict_level == "0")
    return now + "; run as root or with CAP_SYSLOG, or set kernel.perf_event_paranoid to 1 or less";
  return now + "; run as root or with CAP_SYSLOG, or set kernel.kptr_restrict to 0 and " +
         "kernel.perf_event_paranoid to 1 or less";
}

}  // namespace

bool is_code(const KernelSymbol& symbol) { return rank_of_type(symbol.type) < 3; }

KernelSymbols::KernelSymbols(std::vector<KernelSymbol> symbols) : symbols_(std::move(symbols)) {
  std::ranges::sort(symbols_, {}, order_of);
  const auto repeated = std::ranges::unique(symbols_, {}, &KernelSymbol::address);
  symbols_.erase(repeated.begin(), repeated.end());
}

const KernelSymbol* KernelSymbols::at(std::uint64_t address) const {
  const auto above = std::ranges::upper_bound(symbols_, address, {}, &KernelSymbol::address);
  if (above == symbols_.begin()) return nullptr;
  const auto& below = *std::prev(above);
  if (above == symbols_.end() && address - below.address >= kLongestLast) return nullptr;
  return is_code(below) ? &below : nullptr;
}

Result<KernelSymbols> parse_kallsyms(std::string_view text, std::string_view name) {
  std::vector<KernelSymbol> symbols;
  for (const auto line : split(text, '\n'))
    if (auto symbol = symbol_in(line)) symbols.push_back(std::move(*symbol));
  if (symbols.empty()) return fail_input(std::string(name) + " holds no kernel symbols");
  // Some per-CPU symbols lie at 0 by right; code never does.
  if (std::ranges::none_of(symbols, [](const auto& symbol) { return symbol.address != 0; }))
    return fail_unavailable(std::string(name) + " hides the addresses of kernel symbols");
  return KernelSymbols(std::move(symbols));
}

Result<KernelSymbols> read_kallsyms(const std::string& root) {
  const std::string path = root + "proc/kallsyms";
  const auto text = read_file(path);
  if (!text)
    return fail_unavailable("there are no kernel symbols: " + text.error().message +
                            "; the kernel needs CONFIG_KALLSYMS");
  auto symbols = parse_kallsyms(*text, path);
  if (symbols) return symbols;
  if (symbols.error().kind == ErrorKind::kUnavailable)
    return fail_unavailable(symbols.error().message + " " + how_to_show(root));
  return fail_unavailable(symbols.error().message + "; the kernel needs CONFIG_KALLSYMS");
}

}  // namespace kab::sys
