#include "trial/guest_symbols.h"

#include <array>
#include <fstream>
#include <map>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "guest/kernel.h"
#include "trial/guest_boots.h"

namespace kab::trial {
namespace {

using Symbols = std::shared_ptr<const sys::KernelSymbols>;

wire::GuestOrder order_to_copy() {
  return {.kind = wire::GuestOrder::Kind::kCopy, .path = "/proc/kallsyms"};
}

// KASLR moves a bzImage while it unpacks itself; a vmlinux starts where it was linked to.
bool stays_in_place(const guest::Kernel& kernel) {
  std::array<char, 4> start{};
  std::ifstream(kernel.path, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == "\177ELF";
}

Result<std::string> text_in(const guest::Boot& boot, std::uint64_t order) {
  for (const auto& record : boot.channel.records) {
    if (record.order != order) continue;
    if (record.name == "content") return record.bytes;
    if (record.name == "refused")
      return fail_unavailable("this kernel shows no symbols: " + record.bytes +
                              "; it needs CONFIG_KALLSYMS");
  }
  return fail_unavailable("the guest did not copy its kernel symbols out" +
                          (boot.reason.empty() ? "" : ": " + boot.reason));
}

Result<sys::KernelSymbols> learn_one(const GuestHost& host, std::uint32_t arm) {
  const auto& kernel = host.arm(arm).kernel;
  const std::string path = kernel.folder + "/kallsyms";
  if (const auto kept = read_file(path)) return sys::parse_kallsyms(*kept, path);
  KAB_TRY(const auto loaded, host.load(arm, {order_to_copy()}));
  KAB_TRY(const auto boot, host.boot(loaded, 1, kFirstBootNs));
  KAB_TRY(const auto text, text_in(boot, host.first_order(arm)));
  KAB_TRY(auto symbols, sys::parse_kallsyms(text, "/proc/kallsyms of " + kernel.given));
  KAB_CHECK(guest::keep(path, text));
  return symbols;
}

}  // namespace

Result<GuestSymbols> GuestSymbols::learn(const GuestHost& host) {
  GuestSymbols all;
  std::map<std::string, Symbols> known;
  for (std::uint32_t arm = 0; arm < host.arms(); ++arm) {
    const auto& kernel = host.arm(arm).kernel;
    auto& symbols = all.fixed_.emplace_back();
    if (!stays_in_place(kernel)) continue;
    auto& shared = known[kernel.hash];
    if (!shared) {
      KAB_TRY(auto learnt, learn_one(host, arm));
      shared = std::make_shared<const sys::KernelSymbols>(std::move(learnt));
    }
    symbols = shared;
  }
  return all;
}

std::vector<wire::GuestOrder> GuestSymbols::orders(std::uint32_t arm) const {
  if (fixed_[arm]) return {};
  return {order_to_copy()};
}

Result<Symbols> GuestSymbols::of_boot(std::uint32_t arm, const guest::Boot& boot,
                                      std::uint64_t first) const {
  if (fixed_[arm]) return fixed_[arm];
  KAB_TRY(auto symbols, symbols_in(boot, first));
  return std::make_shared<const sys::KernelSymbols>(std::move(symbols));
}

Result<sys::KernelSymbols> symbols_in(const guest::Boot& boot, std::uint64_t order) {
  KAB_TRY(const auto text, text_in(boot, order));
  return sys::parse_kallsyms(text, "the guest's /proc/kallsyms");
}

}  // namespace kab::trial
