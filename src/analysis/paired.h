// One arm against the baseline, block by block: the analysis of trials.
#pragma once

#include <span>
#include <string>

#include "analysis/policy.h"
#include "base/result.h"
#include "model/judgement.h"

namespace kab::analysis {

/// Fills everything of a Comparison that follows from the values: medians, spreads, change with its
/// interval, p, verdict and remarks. Signed-rank on log-ratios to the baseline (plain differences
/// where a value is not positive). `into` brings the names and the metric. Shapes: both spans have
/// one value a block, in block order. kInput when a threshold's unit does not fit the metric.
Result<model::Comparison> compare_paired(model::Comparison into, std::span<const double> baseline,
                                         std::span<const double> arm, const Policy& policy);

}  // namespace kab::analysis
