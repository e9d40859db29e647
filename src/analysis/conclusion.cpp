#include "analysis/conclusion.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "analysis/plan.h"
#include "stats/mann_whitney.h"
#include "stats/power.h"
#include "stats/signed_rank.h"
#include "stats/summary.h"

namespace kab::analysis {
namespace {

// A ratio beyond the range of a double is said, not written as infinity.
void set_change(model::Comparison& comparison, const Effect& effect) {
  comparison.absolute_change = effect.difference;
  if (!effect.log_ratio) {
    // No ratio: the interval is that of the difference; a share of the baseline is not computed
    // from medians behind the test's back.
    comparison.interval = effect.difference_interval;
    return;
  }
  const double change = std::expm1(*effect.log_ratio);
  if (std::isfinite(change)) comparison.change = change;
  if (effect.log_interval) {
    const Interval interval{.low = std::expm1(effect.log_interval->low),
                            .high = std::expm1(effect.log_interval->high)};
    if (comparison.change && std::isfinite(interval.high)) comparison.interval = interval;
  }
  if (!comparison.change || (effect.log_interval && !comparison.interval))
    remark(comparison, "out-of-range",
           "the arm is about 10^" +
               std::to_string(std::lround(*effect.log_ratio / std::log(10.0))) +
               " times the baseline: too far apart for a change in percent");
}

bool all_zero(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return value == 0; });
}

void remark_on_zero(model::Comparison& comparison, std::span<const double> baseline,
                    std::span<const double> arm) {
  if (all_zero(baseline) && all_zero(arm)) {
    remark(comparison, "no-change", "both sides are 0");
  } else if (all_zero(baseline)) {
    remark(comparison, "from-zero",
           "from zero: the baseline is 0, so the change has no percentage");
  } else {
    remark(comparison, "no-ratio",
           "a value is not positive: compared by plain differences, without a percentage");
  }
}

bool is_constant(std::span<const double> values) {
  return std::ranges::adjacent_find(values, std::not_equal_to<>()) == values.end();
}

// A number that hardly moves in any arm may be held by something else than what was changed.
void remark_on_saturation(model::Comparison& comparison) {
  constexpr double kHardlyMoves = 0.001;
  constexpr std::size_t kNeeds = 6;
  const bool counted = comparison.metric.unit.starts_with("instructions");
  if (counted || std::min(comparison.baseline_n, comparison.arm_n) < kNeeds) return;
  const auto still = [](std::optional<double> spread) { return spread && *spread < kHardlyMoves; };
  if (!still(comparison.baseline_spread) || !still(comparison.arm_spread)) return;
  if (!(std::abs(*comparison.arm_median / *comparison.baseline_median - 1) < kHardlyMoves / 2))
    return;
  remark(comparison, "saturated",
         "both sides are equal and nearly constant: perhaps something else holds the number (a "
         "timer, a rate limit, a full device), so that it cannot show a change");
}

std::size_t smallest_n(const Policy& policy, Design design) {
  return design == Design::kPaired ? stats::signed_rank_smallest_n(policy.level())
                                   : stats::mann_whitney_smallest_n(policy.level());
}

void set_outlook(model::Comparison& comparison, const Effect& effect, const Policy& policy) {
  if (!effect.log_interval) return;
  comparison.detectable = stats::detectable_change(*effect.log_interval, policy.level());
  const auto limit = log_limit(policy.thresholds, comparison.metric, comparison.baseline_median);
  if (limit)
    comparison.blocks_needed =
        stats::values_needed(*effect.log_ratio, *effect.log_interval,
                             std::min(comparison.baseline_n, comparison.arm_n), *limit);
}

void remark_on_verdict(model::Comparison& comparison, const Effect& effect, const Policy& policy,
                       Design design) {
  const bool real = excludes_zero(effect);
  const double change = effect.log_ratio.value_or(effect.difference.value_or(0));
  const auto word = std::string(direction_word(change, comparison.metric.better));
  if (comparison.verdict == model::Verdict::kSame && real) {
    remark(comparison, "real-but-small", "a real change (" + word + "), but within the threshold");
    return;
  }
  if (comparison.verdict != model::Verdict::kUndecided) return;
  if (!effect.log_interval && !effect.difference_interval) {
    remark(comparison, "n-too-small",
           "too few values for an interval at this level: at least " +
               std::to_string(smallest_n(policy, design)) + " " +
               units_of_n(comparison.replication, design) + " are needed");
    return;
  }
  if (real) remark(comparison, "size-unclear", "likely " + word + ", size unclear");
  set_outlook(comparison, effect, policy);
}

// Thresholds as they can be held against a difference.
std::vector<model::Threshold> without_ratio(const std::vector<model::Threshold>& thresholds,
                                            const model::Metric& metric) {
  using Kind = model::Threshold::Kind;
  std::vector<model::Threshold> kept;
  for (const auto& threshold : thresholds) {
    if (threshold.kind == Kind::kAbsolute) kept.push_back(threshold);
    if (threshold.kind == Kind::kRelative && !has_ratio(metric))
      kept.push_back({Kind::kAbsolute, 100 * threshold.value, metric.unit, threshold.text});
  }
  if (kept.empty()) kept.push_back({Kind::kAbsolute, 0, metric.unit, "0"});
  return kept;
}

}  // namespace

bool all_positive(std::span<const double> baseline, std::span<const double> arm) {
  const auto positive = [](double value) { return value > 0; };
  return std::ranges::all_of(baseline, positive) && std::ranges::all_of(arm, positive);
}

bool has_ratio(const model::Metric& metric) { return metric.unit != "%"; }

std::vector<double> logs_of(std::span<const double> values) {
  std::vector<double> logs(values.size());
  std::ranges::transform(values, logs.begin(), [](double value) { return std::log(value); });
  return logs;
}

void describe_sides(model::Comparison& comparison, std::span<const double> baseline,
                    std::span<const double> second, std::span<const double> arm) {
  comparison.baseline_n = baseline.size();
  comparison.arm_n = arm.size();
  comparison.baseline_median = stats::median(baseline);
  comparison.arm_median = stats::median(arm);
  comparison.baseline_spread = stats::relative_spread(baseline);
  comparison.arm_spread = stats::relative_spread(arm);
  if (baseline.empty() || arm.empty()) return;
  const bool baseline_constant = is_constant(baseline) && is_constant(second) &&
                                 (second.empty() || second.front() == baseline.front());
  if (baseline_constant && is_constant(arm) && baseline.size() > 1 && arm.size() > 1) {
    remark(comparison, "zero-spread",
           "all values of each side are equal: no spread, and no t test");
  } else {
    remark_on_saturation(comparison);
  }
  if (!has_ratio(comparison.metric)) {
    remark(comparison, "points", "values are percentages: the change is one in points");
  } else if (!all_positive(baseline, arm)) {
    remark_on_zero(comparison, baseline, arm);
  }
}

Result<void> conclude(model::Comparison& comparison, const Effect& effect, const Policy& policy,
                      Design design) {
  comparison.level = policy.level();
  comparison.thresholds.clear();
  for (const auto& threshold : policy.thresholds) comparison.thresholds.push_back(threshold.text);
  set_change(comparison, effect);
  for (const auto& threshold : policy.thresholds)
    if (threshold.kind == model::Threshold::Kind::kAbsolute)
      KAB_CHECK(model::absolute_in(threshold, comparison.metric.unit));
  KAB_TRY(comparison.verdict,
          verdict_of(effect,
                     effect.log_ratio ? policy.thresholds
                                      : without_ratio(policy.thresholds, comparison.metric),
                     comparison.metric));
  remark_on_verdict(comparison, effect, policy, design);
  return {};
}

void remark(model::Comparison& comparison, std::string code, std::string text) {
  comparison.remarks.push_back({.code = std::move(code), .text = std::move(text)});
}

}  // namespace kab::analysis
