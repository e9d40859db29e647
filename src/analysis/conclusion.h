// From values and an effect to what a Comparison says: shared by the paired and the unpaired
// analysis.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/policy.h"
#include "analysis/verdict.h"
#include "analysis/words.h"
#include "base/result.h"
#include "model/judgement.h"

namespace kab::analysis {

/// Whether logs can be taken of every value: all positive, on both sides.
bool all_positive(std::span<const double> baseline, std::span<const double> arm);

/// Natural logarithms, one by one.
std::vector<double> logs_of(std::span<const double> values);

/// Whether a metric is compared by ratio: percentages are not, their change is one in points.
bool has_ratio(const model::Metric& metric);

/// n, medians and spreads of both sides, and the remarks that follow from them alone (no spread,
/// baseline of zero, values that are not positive). `second` is the baseline's second turn, which
/// also has to be constant for "no spread"; empty where there is none.
void describe_sides(model::Comparison& comparison, std::span<const double> baseline,
                    std::span<const double> second, std::span<const double> arm);

/// Change, interval, verdict, what is detectable and how much a verdict needs, and the remarks that
/// follow from them. Without a ratio relative thresholds say nothing: absolute ones decide, or any
/// difference where there are none; percentages take a threshold of 1 % as one point. kInput when a
/// threshold's unit does not fit the metric.
Result<void> conclude(model::Comparison& comparison, const Effect& effect, const Policy& policy,
                      Design design);

void remark(model::Comparison& comparison, std::string code, std::string text);

}  // namespace kab::analysis
