// What two events give together: instructions per cycle, the share of misses, the kernel's share.
#pragma once

#include "model/event_counts.h"

namespace kab::analysis {

/// Sets `derived` of the events that have a partner among the others. `groups` as in CountedRuns.
/// A ratio of events that were not counted in the same moments, and a share over 100 %, carries the
/// doubt. Rates are per second of task-clock, or of elapsed time where that is missing.
void derive_ratios(model::CountReport& report, const std::vector<std::size_t>& groups);

}  // namespace kab::analysis
