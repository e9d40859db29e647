// What counters saw of one process of a sample, as readings of the sample.
#pragma once

#include <cstdint>
#include <vector>

#include <sys/resource.h>

#include "events/counter_group.h"
#include "trial/worker_host.h"

namespace kab::trial {

/// What the children of this process have used between two getrusage(RUSAGE_CHILDREN).
rusage used_between(const rusage& before, const rusage& after);

/// Adds a reading for each event that was counted and is a metric of `slot`: the whole process over
/// its `operations`. One that was not, that getrusage counted, or that shared its counter, is a
/// note of the result and never a zero.
void add_counts(const SlotRequest& slot, const std::vector<model::Metric>& events,
                const std::vector<model::EventCount>& counts, std::uint64_t operations,
                SlotResult& result);

}  // namespace kab::trial
