// From a trial's session to its judgement: every arm against the baseline, paired by block.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/judgement.h"
#include "model/recording.h"

namespace kab::analysis {

enum class Planning { kNo, kYes };

struct JudgeOptions {
  std::optional<std::vector<model::Threshold>> thresholds;  // nothing: the session's own, or 1 %
  std::optional<double> confidence;                         // nothing: the session's own, or 95 %
  std::optional<double> group_width;                        // grouped distributions wanted
  std::optional<std::string> view;    // "B/s", "op/s", "time": what is grouped
  Planning planning = Planning::kNo;  // say how many values the verdicts need
};

/// Judges the blocks up to the session's last planned look, at the level which that look may spend.
/// A session without a look yet has medians but no verdict, with the reason. kInput when the
/// session has fewer than two arms or a threshold does not fit a metric.
Result<model::Judgement> judge_trial(const model::Session& session, const JudgeOptions& options);

}  // namespace kab::analysis
