// From sets of values measured apart (recordings of runs, other tools' files) to a judgement.
#pragma once

#include <vector>

#include "analysis/judge_trial.h"
#include "analysis/side.h"
#include "base/result.h"
#include "model/judgement.h"

namespace kab::analysis {

/// Compares every side with the first. Sets are matched by workload, ABI, params and metric; where
/// each side holds exactly one primary set they are compared whatever their names. What stands on
/// one side only is named in the warnings, and so is what is compared although it is not the same
/// work. With two sides or more, kInput when nothing can be matched. One side alone is judged only
/// for planning: how many values a side its spread makes necessary.
Result<model::Judgement> judge_sides(const std::vector<Side>& sides, const JudgeOptions& options);

}  // namespace kab::analysis
