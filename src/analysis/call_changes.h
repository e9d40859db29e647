// Tallies of system calls compared: which calls appeared, went, or are made more or less often for
// an operation. Counts are compared as they are: no inference, no threshold.
#pragma once

#include <vector>

#include "analysis/side.h"
#include "model/call_change.h"
#include "model/recording.h"

namespace kab::analysis {

/// Every arm of a trial against the first, for each subject that was counted in both.
std::vector<model::CallComparison> call_changes(const model::Session& trial);

/// Every side against the first, for each subject that was counted in both by its name; where each
/// side holds exactly one, whatever their names.
std::vector<model::CallComparison> call_changes(const std::vector<Side>& sides);

}  // namespace kab::analysis
