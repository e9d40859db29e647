// The ways to the clocks as a worker walks them: what a reading costs by the C library, the vDSO
// and a system call, and whether it ended in the kernel.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/vdso.h"
#include "trial/catalogue.h"

namespace kab::trial {

/// Each workload of the family "clocks" in `known`, by each of libc, vdso and syscall: calls
/// counted over 1,000 readings, and the median of a few batches in ns. What cannot be had is a path
/// with its reason. Errors: kInterrupted alone.
Result<std::vector<model::VdsoPath>> measure_clock_paths(const std::string& worker,
                                                         const std::string& abi,
                                                         const std::vector<WorkloadFacts>& known);

/// What the check clock-agree of `worker` finds: nothing where both ways tell the same time, else
/// clocks-disagree, or a note that it could not be tried.
Result<std::vector<model::VdsoFinding>> judge_agreement(const std::string& worker,
                                                        const std::string& abi);

}  // namespace kab::trial
