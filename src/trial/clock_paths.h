// The ways to the clocks as a worker walks them: what a reading costs by the C library, the vDSO
// and a system call, and whether it ended in the kernel.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/vdso.h"
#include "trial/catalogue.h"
#include "trial/check.h"
#include "wire/protocol.h"

namespace kab::trial {

/// Each workload of the family "clocks" in `known` by each of vdso, libc and syscall, not walked.
std::vector<model::VdsoPath> ways_to_clocks(const std::string& abi,
                                            const std::vector<WorkloadFacts>& known);

/// What was counted over some readings by `path`, or why it was not.
void note_calls(const Result<wire::Tally>& counted, model::VdsoPath& path);

/// All ways: calls counted over 1,000 readings, and the median of a few batches in ns. What cannot
/// be had is a path with its reason. Errors: kInterrupted alone.
Result<std::vector<model::VdsoPath>> measure_clock_paths(const std::string& worker,
                                                         const std::string& abi,
                                                         const std::vector<WorkloadFacts>& known);

/// The check of whether both ways tell the same time, as long as it takes here.
CheckOrder order_of_agreement();

/// What it found: nothing where they do, else clocks-disagree, or a note that it could not be
/// tried.
std::vector<model::VdsoFinding> judge_agreement(const wire::Checked& checked,
                                                const std::string& abi);

}  // namespace kab::trial
