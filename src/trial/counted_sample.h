// What the counting plugin saw of one sample, in place of what the guest's clock saw.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "guest/count_format.h"
#include "model/function_counts.h"
#include "sys/kallsyms.h"
#include "trial/worker_host.h"

namespace kab::trial {

/// Puts the plugin's counts of order `order` in place of the readings of "instructions" in
/// `sample`, which the guest's clock made (an instruction a nanosecond), and adds those of the
/// other metrics of model::count_metrics(), which follow it in `slot`. The batch of median length
/// is returned, by function where there are `symbols`. kUnavailable where the plugin did not see
/// every batch.
Result<model::CountedBatch> count_sample(SlotResult& sample, const SlotRequest& slot,
                                         const std::vector<guest::CountedRegion>& regions,
                                         std::uint64_t order, const sys::KernelSymbols* symbols);

}  // namespace kab::trial
