// What qualifies the verdicts: intervals and their family, the A/A control, order, what undecided
// ones need, remarks, warnings.
#pragma once

#include <string>

#include "model/judgement.h"
#include "report/facts.h"

namespace kab::report {

/// In the order of a report. Texts are not yet escaped and use "±".
Facts qualifications(const model::Judgement& judgement);

/// The derived views, a fact each: {"B/s", "unix-stream: short 1.402 MB/s, long 1.596 MB/s"}.
Facts rate_facts(const model::Judgement& judgement);

/// "unix-stream, time, the loss of patch: fix recovers 31 % [24, 39] of the loss, not all of it".
std::string recovery_text(const model::Recovery& recovery);

/// "simultaneous 95 % intervals over m = 2 comparisons, each at 97.5 %".
std::string interval_text(const model::Judgement& judgement);

/// "can show changes from 2.3 % on now; 96 blocks in all are needed at ±1 %", or empty.
std::string needs_text(const model::Comparison& comparison, const model::Judgement& judgement);

}  // namespace kab::report
