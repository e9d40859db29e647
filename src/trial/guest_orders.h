// What a boot is told to do for a trial.
#pragma once

#include <cstdint>
#include <vector>

#include "trial/worker_host.h"
#include "wire/guest_orders.h"

namespace kab::trial {

/// One sample of a subject, as its slot says.
wire::GuestOrder order_to_measure(const SlotRequest& slot);

/// The same with one operation, which is enough to see whether it can be done at all.
wire::GuestOrder order_to_try(const SlotRequest& slot);

/// How many iterations make a batch last `batch_ns` of the guest's clock.
wire::GuestOrder order_to_calibrate(const SlotRequest& slot, std::int64_t batch_ns);

/// The orders of all subjects of one arm.
std::vector<wire::GuestOrder> orders_to_measure(const std::vector<std::vector<SlotRequest>>& slots,
                                                std::uint32_t arm);

}  // namespace kab::trial
