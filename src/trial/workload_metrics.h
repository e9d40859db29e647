// What a workload's samples show: its time, and what its parameters ask for besides.
#pragma once

#include <vector>

#include "model/arm.h"
#include "model/metric.h"
#include "model/recording.h"

namespace kab::trial {

/// Time first; latencies of single operations where `params` or an arm's own parameters have
/// latency=on, and the copies' times where they have copies=2 or more.
std::vector<model::Metric> metrics_of_workload(const model::Params& params,
                                               const std::vector<model::Arm>& arms);

}  // namespace kab::trial
