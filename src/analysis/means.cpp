#include "analysis/means.h"

#include <algorithm>
#include <cmath>

#include "stats/summary.h"

namespace kab::analysis {
namespace {

bool belongs(const model::MeanChange& mean, const model::Comparison& one) {
  return mean.metric == one.metric && mean.baseline == one.baseline && mean.arm == one.arm;
}

void fill(model::MeanChange& mean, std::span<const model::Comparison> comparisons) {
  std::vector<double> log_ratios;
  for (const auto& one : comparisons) {
    if (!belongs(mean, one)) continue;
    if (!(one.baseline_median.value_or(0) > 0) || !(one.arm_median.value_or(0) > 0)) {
      mean.reason = "a median is 0 or below: no geometric mean";
      return;
    }
    log_ratios.push_back(std::log(*one.arm_median) - std::log(*one.baseline_median));
  }
  const double change = std::expm1(*stats::mean(log_ratios));
  if (std::isfinite(change)) {
    mean.change = change;
  } else {
    mean.reason = "too large for a number";
  }
}

}  // namespace

std::vector<model::MeanChange> geometric_means(std::span<const model::Comparison> comparisons,
                                               const UnmatchedCount& unmatched) {
  std::vector<model::MeanChange> means;
  for (const auto& one : comparisons) {
    const auto known =
        std::ranges::find_if(means, [&](const auto& mean) { return belongs(mean, one); });
    if (known == means.end()) {
      means.push_back({.metric = one.metric,
                       .baseline = one.baseline,
                       .arm = one.arm,
                       .common = 1,
                       .unmatched = unmatched(one.metric, one.arm),
                       .change = {},
                       .reason = {}});
    } else {
      ++known->common;
    }
  }
  std::erase_if(means, [](const auto& mean) { return mean.common < 2; });
  for (auto& mean : means) fill(mean, comparisons);
  return means;
}

}  // namespace kab::analysis
