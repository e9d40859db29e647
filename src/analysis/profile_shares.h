// Counted samples into shares of time, and the difference between two of them.
#pragma once

#include <string>

#include "model/profile.h"
#include "model/recording.h"

namespace kab::analysis {

/// The profile of one arm of a session: its samples' rows, each run by its own total, a run without
/// samples left out. CPU time is the readings of the metrics "user" and "system".
model::Profile profile_of(const model::Session& session, std::uint32_t arm, std::string name);

/// Two arms, of one session or of two. A function that one side does not have counts as no time
/// there: it was looked for and not met.
model::ProfileDiff compare_profiles(const model::Session& baseline, std::uint32_t baseline_arm,
                                    const model::Session& other, std::uint32_t other_arm);

/// Where sampling by a timer's interrupt makes functions look busy that only let interrupts in: the
/// share of samples of the kernel in those. 0 to 1.
double share_that_lets_interrupts_in(const model::Profile& profile);

}  // namespace kab::analysis
