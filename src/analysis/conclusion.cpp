#include "analysis/conclusion.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "stats/summary.h"

namespace kab::analysis {
namespace {

std::string unit_of_n(model::Replication replication) {
  switch (replication) {
    case model::Replication::kProcess:
      return "blocks";
    case model::Replication::kBoot:
      return "boots a side";
    case model::Replication::kSession:
      return "sessions a side";
    case model::Replication::kUnknown:
      return "values a side";
  }
  return "values";
}

void set_change(model::Comparison& comparison, const Effect& effect) {
  comparison.absolute_change = effect.difference;
  if (effect.log_ratio) {
    comparison.change = std::expm1(*effect.log_ratio);
    if (effect.log_interval)
      comparison.interval = {std::expm1(effect.log_interval->low),
                             std::expm1(effect.log_interval->high)};
    return;
  }
  // No ratio: the interval is that of the difference; a share of the baseline is not computed from
  // medians behind the test's back.
  comparison.interval = effect.difference_interval;
}

bool all_zero(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return value == 0; });
}

void remark_on_zero(model::Comparison& comparison, std::span<const double> baseline,
                    std::span<const double> arm) {
  if (all_zero(baseline) && all_zero(arm)) {
    remark(comparison, "no-change", "both sides are 0");
  } else if (all_zero(baseline)) {
    remark(comparison, "from-zero", "the baseline is 0: the change has no percentage");
  } else {
    remark(comparison, "no-ratio",
           "a value is not positive: compared by plain differences, without a percentage");
  }
}

void remark_on_verdict(model::Comparison& comparison, const Effect& effect,
                       const Outlook& outlook) {
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
               std::to_string(outlook.smallest_n) + " " + unit_of_n(comparison.replication) +
               " are needed");
    return;
  }
  if (real) remark(comparison, "size-unclear", "likely " + word + ", size unclear");
  comparison.detectable = outlook.detectable;
  comparison.blocks_needed = outlook.values_needed;
}

}  // namespace

bool all_positive(std::span<const double> baseline, std::span<const double> arm) {
  const auto positive = [](double value) { return value > 0; };
  return std::ranges::all_of(baseline, positive) && std::ranges::all_of(arm, positive);
}

std::vector<double> logs_of(std::span<const double> values) {
  std::vector<double> logs(values.size());
  std::ranges::transform(values, logs.begin(), [](double value) { return std::log(value); });
  return logs;
}

void describe_sides(model::Comparison& comparison, std::span<const double> baseline,
                    std::span<const double> arm) {
  comparison.baseline_n = baseline.size();
  comparison.arm_n = arm.size();
  comparison.baseline_median = stats::median(baseline);
  comparison.arm_median = stats::median(arm);
  comparison.baseline_spread = stats::relative_spread(baseline);
  comparison.arm_spread = stats::relative_spread(arm);
  const auto constant = [](std::span<const double> values) {
    return values.size() > 1 &&
           std::ranges::adjacent_find(values, std::not_equal_to<>()) == values.end();
  };
  if (constant(baseline) && constant(arm))
    remark(comparison, "zero-spread", "all values of each side are equal");
  if (!baseline.empty() && !arm.empty() && !all_positive(baseline, arm))
    remark_on_zero(comparison, baseline, arm);
}

Result<void> conclude(model::Comparison& comparison, const Effect& effect, const Outlook& outlook,
                      const Policy& policy) {
  comparison.level = policy.level();
  comparison.thresholds.clear();
  for (const auto& threshold : policy.thresholds) comparison.thresholds.push_back(threshold.text);
  set_change(comparison, effect);
  KAB_TRY(comparison.verdict, verdict_of(effect, policy.thresholds, comparison.metric));
  const bool relative_only = std::ranges::all_of(policy.thresholds, [](const auto& threshold) {
    return threshold.kind == model::Threshold::Kind::kRelative && threshold.value > 0;
  });
  // Without a ratio a relative threshold says nothing; a difference beyond 0 is still a change.
  if (!effect.log_interval && effect.difference_interval && relative_only) {
    if (excludes_zero(effect)) {
      comparison.verdict = direction_word(*effect.difference, comparison.metric.better) == "slower"
                               ? model::Verdict::kSlower
                               : model::Verdict::kFaster;
    } else if (*effect.difference_interval == Interval{0, 0}) {
      comparison.verdict = model::Verdict::kSame;
    }
  }
  remark_on_verdict(comparison, effect, outlook);
  return {};
}

void remark(model::Comparison& comparison, std::string code, std::string text) {
  comparison.remarks.push_back({.code = std::move(code), .text = std::move(text)});
}

}  // namespace kab::analysis
