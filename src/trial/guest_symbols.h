// The kernel symbols of the arms' guests: from one boot of each kernel, kept beside it in the
// cache.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "guest/boot.h"
#include "sys/kallsyms.h"
#include "trial/guest_host.h"
#include "wire/guest_orders.h"

namespace kab::trial {

class GuestSymbols {
 public:
  /// Boots each kernel whose symbols are not in the cache yet. kUnavailable where a kernel has no
  /// /proc/kallsyms or the boot fails.
  static Result<GuestSymbols> learn(const GuestHost& host);

  /// What `arm` has to do in every boot besides: a kernel that unpacks itself lies elsewhere each
  /// time and copies its symbols out; one that was unpacked before never moves.
  std::vector<wire::GuestOrder> orders(std::uint32_t arm) const;

  /// The symbols of one boot, whose orders(arm) were answered from number `first`.
  Result<std::shared_ptr<const sys::KernelSymbols>> of_boot(std::uint32_t arm,
                                                            const guest::Boot& boot,
                                                            std::uint64_t first) const;

 private:
  // Nothing: of each boot. Shared by arms of one kernel.
  std::vector<std::shared_ptr<const sys::KernelSymbols>> fixed_;
};

/// The symbols in the answer to order `order`.
Result<sys::KernelSymbols> symbols_in(const guest::Boot& boot, std::uint64_t order);

}  // namespace kab::trial
