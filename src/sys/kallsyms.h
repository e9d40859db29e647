// Kernel symbols from the text of /proc/kallsyms: which function a kernel address lies in. A
// guest's text is read like the host's own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kab::sys {

struct KernelSymbol {
  std::uint64_t address = 0;
  char type = 't';     // as nm(1): T and t are code, W and w are weak, D, B, R, … are not code
  std::string name;    // "vfs_read"
  std::string module;  // "ext4", "bpf"; empty: the kernel itself

  bool operator==(const KernelSymbol&) const = default;
};

/// Whether a symbol of this type is code.
bool is_code(const KernelSymbol& symbol);

class KernelSymbols {
 public:
  explicit KernelSymbols(std::vector<KernelSymbol> symbols);

  /// The code symbol that an address lies in: the nearest one below, up to the next symbol of any
  /// kind. Of several at one place: global before local before weak, then the one with the fewest
  /// leading underscores, then the first by name. nullptr for none.
  const KernelSymbol* at(std::uint64_t address) const;

  /// By address, one each.
  const std::vector<KernelSymbol>& all() const { return symbols_; }

 private:
  std::vector<KernelSymbol> symbols_;
};

/// "<hex address> <type> <name>", with "\t[module]" behind it where it is one's; a line a symbol.
/// Lines that are not of this form are passed over. kUnavailable when every address is zero: they
/// are hidden from who wrote the text; kInput when there is no symbol in it at all. `name` is what
/// errors call it.
Result<KernelSymbols> parse_kallsyms(std::string_view text, std::string_view name);

/// Of the running kernel. kUnavailable where there are none or they are hidden, with the settings
/// that hide them and what would show them. `root` is "/" but in tests.
Result<KernelSymbols> read_kallsyms(const std::string& root = "/");

}  // namespace kab::sys
