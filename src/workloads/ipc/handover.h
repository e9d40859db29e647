// Two processes that hand a word of shared memory to and fro: whoever holds it goes on, the other
// waits in futex(2) or gives its CPU away.
#pragma once

#include <span>

#include "workloads/workload.h"

namespace kab::workloads {

enum class Waiting { kFutex, kYield };

/// n round trips; `params` have latency_param().
Result<Instance> hand_over(Waiting waiting, const ParamValues& params, std::span<const int> pin);

/// The calls of a round trip. How often a process looks before the word is its own is chance.
std::vector<ExpectedCall> handover_calls(Waiting waiting);

}  // namespace kab::workloads
