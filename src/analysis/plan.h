// How many values a verdict at the threshold needs, from the spread of those there are.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analysis/policy.h"
#include "analysis/words.h"
#include "model/judgement.h"

namespace kab::analysis {

/// The thresholds as one limit of |ln(arm / baseline)|: the largest, since all must be exceeded and
/// any one may hold a difference down to `same`. An absolute one is set against the baseline's
/// median. Nothing where there is no ratio to speak of.
std::optional<double> log_limit(const std::vector<model::Threshold>& thresholds,
                                const model::Metric& metric, std::optional<double> baseline_median);

/// Three numbers in all (not in addition): for a verdict if the effect stays as observed; for a
/// true change of twice the threshold to be called slower or faster, and for no change to be called
/// the same, each in 80 of 100 repetitions. From the comparison's interval, whose width shrinks
/// with the square root of n; at least what an interval at the level takes.
model::Plan plan_of(const model::Comparison& comparison, const Policy& policy, Design design);

/// The same for two sides that are both spread as this one: how many values a side. No estimate of
/// an effect, so nothing "as observed".
model::Plan plan_of_one_side(model::Plan names, std::span<const double> values,
                             const Policy& policy);

}  // namespace kab::analysis
