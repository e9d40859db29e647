// Whether one arm makes good what another one lost: "the fix recovers 31 % of the loss". The share
// is that of the metric's own unit, so that it can be recomputed from the changes printed, 1 -
// change(by) / change(lost); the ratio of logs is translated at the loss observed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "analysis/unpaired.h"
#include "model/judgement.h"

namespace kab::analysis {

/// The arm of one subject and metric that lost most against the baseline, when its interval leaves
/// out 0, and the arms that might have made it good, as indices into the comparisons. Nothing with
/// fewer than two arms.
struct LossAndOthers {
  std::size_t lost = 0;
  std::vector<std::size_t> others;
};
std::optional<LossAndOthers> worst_loss(std::span<const model::Comparison> of_one_subject);

/// The share recovered in a trial, from values by block; `second` is the baseline's second turn, or
/// empty: the baseline of a block is then the geometric mean of both. Nothing where a value is not
/// positive or the loss is not clear enough for a ratio.
struct PairedLoss {
  std::span<const double> baseline;
  std::span<const double> second;
  std::span<const double> lost;
  std::span<const double> by;
};
std::optional<model::Recovery> paired_recovery(const model::Comparison& lost,
                                               const model::Comparison& by,
                                               const PairedLoss& values, double level);

/// The same from sets measured apart; where each comes in two groups or more, from their means of
/// logs.
struct UnpairedLoss {
  GroupedValues baseline;
  GroupedValues lost;
  GroupedValues by;
};
std::optional<model::Recovery> unpaired_recovery(const model::Comparison& lost,
                                                 const model::Comparison& by,
                                                 const UnpairedLoss& values, double level);

}  // namespace kab::analysis
