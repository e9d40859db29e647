// Several copies of one workload at once, for questions of scaling: the parameter `copies`, which
// every workload has without doing anything for it.
#pragma once

#include "workloads/workload.h"

namespace kab::workloads {

/// `workload` with the parameter `copies`. With more than one, make() forks as many processes, each
/// with an instance (and partners) of its own; run(n) does n operations in each of them, all at
/// once, and ends when the last is done. Further metrics: copy-mean and copy-slowest, ns/op of the
/// copies by their own clocks, and those of the workload itself, of which the largest counts.
Workload with_copies(Workload workload);

}  // namespace kab::workloads
