#include "analysis/plan.h"

#include <algorithm>
#include <cmath>

#include "analysis/conclusion.h"
#include "stats/mann_whitney.h"
#include "stats/power.h"
#include "stats/signed_rank.h"
#include "stats/summary.h"

namespace kab::analysis {
namespace {

constexpr double kPower = 0.8;

std::vector<std::string> texts_of(const std::vector<model::Threshold>& thresholds) {
  std::vector<std::string> texts;
  for (const auto& threshold : thresholds) texts.push_back(threshold.text);
  return texts;
}

std::optional<std::size_t> at_least(std::optional<std::size_t> values, std::size_t smallest) {
  return values ? std::optional(std::max(*values, smallest)) : std::nullopt;
}

std::size_t smallest_n(const Policy& policy, Design design) {
  return design == Design::kPaired ? stats::signed_rank_smallest_n(policy.level())
                                   : stats::mann_whitney_smallest_n(policy.level());
}

// ln(1 + 2d) - ln(1 + d) for the limit ln(1 + d).
double from_limit_to_twice(double limit) { return std::log1p(2 * std::expm1(limit)) - limit; }

void plan_for_truths(model::Plan& plan, double half_width, double limit, const Policy& policy,
                     std::size_t smallest) {
  if (!(limit > 0)) {
    plan.reason = "a threshold of 0 has no twice, and nothing is the same within it";
    return;
  }
  const auto needed = [&](double distance, stats::Ends ends) {
    return at_least(
        stats::values_for_power(half_width, plan.n, policy.level(), distance, kPower, ends),
        smallest);
  };
  plan.for_twice = needed(from_limit_to_twice(limit), stats::Ends::kOne);
  plan.for_none = needed(limit, stats::Ends::kBoth);
  if (!plan.for_twice || !plan.for_none)
    plan.reason = "at this spread more than a million values would be needed";
}

}  // namespace

std::optional<double> log_limit(const std::vector<model::Threshold>& thresholds,
                                const model::Metric& metric,
                                std::optional<double> baseline_median) {
  std::optional<double> largest;
  for (const auto& threshold : thresholds) {
    double share = threshold.value;
    if (threshold.kind == model::Threshold::Kind::kAbsolute) {
      const auto size = model::absolute_in(threshold, metric.unit);
      if (!size || !(baseline_median.value_or(0) > 0)) return std::nullopt;
      share = *size / *baseline_median;
    }
    largest = std::max(largest.value_or(0), std::log1p(share));
  }
  return largest;
}

model::Plan plan_of(const model::Comparison& comparison, const Policy& policy, Design design) {
  model::Plan plan{.workload = comparison.workload,
                   .abi = comparison.abi,
                   .params = comparison.params,
                   .metric = comparison.metric,
                   .arm = comparison.arm,
                   .replication = comparison.replication,
                   .n = std::min(comparison.baseline_n, comparison.arm_n),
                   .thresholds = texts_of(policy.thresholds),
                   .as_observed = {},
                   .for_twice = {},
                   .for_none = {},
                   .reason = {}};
  const auto smallest = smallest_n(policy, design);
  const auto limit = log_limit(policy.thresholds, comparison.metric, comparison.baseline_median);
  if (!comparison.change || !limit) {
    plan.reason = "without a ratio the spread says nothing about a threshold in percent";
  } else if (!comparison.interval) {
    plan.reason = "too few values to know the spread: at least " + std::to_string(smallest) + " " +
                  units_of_n(comparison.replication, design) + " are needed";
  } else {
    const Interval logs{.low = std::log1p(comparison.interval->low),
                        .high = std::log1p(comparison.interval->high)};
    plan.as_observed = at_least(
        stats::values_needed(std::log1p(*comparison.change), logs, plan.n, *limit), smallest);
    plan_for_truths(plan, logs.high / 2 - logs.low / 2, *limit, policy, smallest);
  }
  return plan;
}

model::Plan plan_of_one_side(model::Plan plan, std::span<const double> values,
                             const Policy& policy) {
  plan.n = values.size();
  plan.thresholds = texts_of(policy.thresholds);
  const auto smallest = smallest_n(policy, Design::kUnpaired);
  if (!all_positive(values, {})) {
    plan.reason = "a value is not positive: without a ratio there is no threshold in percent";
    return plan;
  }
  const auto half_width = stats::two_sample_half_width(logs_of(values), policy.level());
  const auto limit = log_limit(policy.thresholds, plan.metric, stats::median(values));
  if (!limit) {
    plan.reason = "the threshold does not fit the metric";
  } else if (!half_width) {
    plan.reason = "too few values to know the spread: at least " +
                  std::to_string(stats::signed_rank_smallest_n(policy.level())) + " are needed";
  } else {
    plan_for_truths(plan, *half_width, *limit, policy, smallest);
  }
  return plan;
}

}  // namespace kab::analysis
