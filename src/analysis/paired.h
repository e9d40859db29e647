// One arm against the baseline, block by block: the analysis of trials.
#pragma once

#include <span>
#include <string>

#include "analysis/policy.h"
#include "base/result.h"
#include "model/judgement.h"

namespace kab::analysis {

/// Values by block, in block order, all of one length. `second` is the baseline's second turn in
/// the same blocks, the A/A control; empty where there is none.
struct PairedValues {
  std::span<const double> baseline;
  std::span<const double> second;
  std::span<const double> arm;
};

/// Fills everything of a Comparison that follows from the values: medians, spreads, change with its
/// interval, p, verdict and remarks. Signed-rank on log-ratios to the baseline (plain differences
/// where a value is not positive). `into` brings the names and the metric.
///
/// With a second turn the arm is compared with both: the change is the mean of the two estimates,
/// the interval the hull of both intervals, p the larger one. A change has to show against each
/// turn, so a turn of the baseline that happened to be unlike it makes no verdict: where neither
/// differs, the two tests err together about one time in a hundred at 95 % (normal theory:
/// correlation 1/2). kInput when a threshold's unit does not fit the metric.
Result<model::Comparison> compare_paired(model::Comparison into, const PairedValues& values,
                                         const Policy& policy);

}  // namespace kab::analysis
