// One number for many subjects: the geometric mean of their ratios, where that means something.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "model/judgement.h"

namespace kab::analysis {

/// How many subjects of a metric stand on one side only, against this arm.
using UnmatchedCount =
    std::function<std::size_t(const model::Metric& metric, const std::string& arm)>;

/// For each arm and metric (name, unit and direction) with two comparisons or more, the geometric
/// mean of arm_median / baseline_median, as a fraction. No number, with the reason, where a median
/// is not above 0: a ratio from or to 0 has no logarithm. Every subject counts the same, whatever
/// its n; so there is neither interval nor verdict.
std::vector<model::MeanChange> geometric_means(std::span<const model::Comparison> comparisons,
                                               const UnmatchedCount& unmatched);

}  // namespace kab::analysis
