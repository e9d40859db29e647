// The count lane's own threshold: what boots of one kernel differ by among themselves. A count has
// no noise but that, so that a change beyond it is a change.
#pragma once

#include <vector>

#include "model/judgement.h"
#include "model/recording.h"

namespace kab::analysis {

/// The greatest difference between two boots of the baseline, its A/A boots among them, in the unit
/// of the subject's first metric.
double residual_spread(const model::Session& session, std::uint32_t subject);

/// The verdict of a comparison of counts at threshold `residual`, in place of the one it has, with
/// a remark that says how much it is. Comparisons without an interval stay as they are.
void judge_beyond_residual(model::Comparison& comparison, double residual);

}  // namespace kab::analysis
