// The metrics of the count lane: what a path is long, and not how long it takes.
#pragma once

#include <vector>

#include "model/metric.h"

namespace kab::model {

/// "instructions", the primary one, of programs and kernel together; both apart; and the iterations
/// of string instructions, each of which is one instruction however often it goes round.
std::vector<Metric> count_metrics();

/// Whether a metric counts what was executed.
bool is_count(const Metric& metric);

}  // namespace kab::model
