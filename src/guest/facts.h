// The facts of a guest, from files of its /proc and /sys that it copies out: the same facts by the
// same names as those of the machine that kab runs on.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "guest/kernel.h"
#include "guest/laid_out.h"
#include "model/recording.h"
#include "wire/guest_channel.h"
#include "wire/guest_orders.h"

namespace kab::guest {

/// Orders that copy out what facts are read from.
std::vector<wire::GuestOrder> fact_orders();

/// The files in the answers to fact_orders(), whose first has number `first`, as they lay in the
/// guest. What the guest did not answer is left out.
Result<LaidOut> laid_out_facts(const wire::GuestChannel& channel, std::uint64_t first);

/// The facts in the answers to fact_orders() likewise, and of the kernel's configuration.
Result<model::Environment> facts_from(const wire::GuestChannel& channel, std::uint64_t first,
                                      const Kernel& kernel);

/// Options of two configurations that differ: "CONFIG_X: y, unset", by name. Empty where one of
/// them is not known.
std::vector<std::string> config_difference(const std::string& a, const std::string& b);

}  // namespace kab::guest
