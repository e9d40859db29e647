// Checks of a kernel that runs in a guest: one boot tries them all, and a kernel that panics or
// hangs over one of them has failed it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "guest/boot.h"
#include "trial/check.h"
#include "trial/guest_host.h"
#include "wire/guest_orders.h"

namespace kab::trial {

struct GuestCheck {
  std::string abi;
  CheckOrder order;
};

/// Boots arm 0 of `host` and tries `checks` in their order: one result each. Errors: as of a boot,
/// and kUnavailable where the kernel does not get as far as the first check.
Result<std::vector<wire::Checked>> run_checks_in_guest(const GuestHost& host,
                                                       const std::vector<GuestCheck>& checks);

/// The order that tries one of them.
wire::GuestOrder order_to_check(const GuestCheck& check);

/// The results that a boot's answers hold, the first check being order `first`.
std::vector<wire::Checked> checked_in(const guest::Boot& boot, std::uint64_t first,
                                      const std::vector<GuestCheck>& checks);

}  // namespace kab::trial
