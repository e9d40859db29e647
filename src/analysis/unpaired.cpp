#include "analysis/unpaired.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "analysis/conclusion.h"
#include "stats/groups.h"
#include "stats/mann_whitney.h"
#include "stats/power.h"
#include "stats/summary.h"
#include "stats/welch.h"

namespace kab::analysis {
namespace {

constexpr std::size_t kGroupsForRanks = 4;
constexpr std::size_t kGroupsForT = 2;

std::map<std::uint32_t, std::vector<double>> by_group(const GroupedValues& side) {
  std::map<std::uint32_t, std::vector<double>> groups;
  for (std::size_t i = 0; i < side.groups.size(); ++i)
    groups[side.groups[i]].push_back(side.values[i]);
  return groups;
}

std::vector<double> medians_of_groups(const GroupedValues& side) {
  std::vector<double> medians;
  for (const auto& [group, values] : by_group(side)) medians.push_back(*stats::median(values));
  return medians;
}

std::vector<std::vector<double>> lists_of_groups(const GroupedValues& side) {
  std::vector<std::vector<double>> lists;
  for (const auto& [group, values] : by_group(side)) lists.push_back(values);
  return lists;
}

void use_t(model::Comparison& comparison, Effect& effect,
           const std::optional<stats::WelchResult>& result, std::string method) {
  if (!result) return;
  effect.log_ratio = result->difference;
  effect.log_interval = result->interval;
  comparison.p = result->p;
  comparison.method = std::move(method);
}

// The rank interval on the values given; Welch on logs stands in where n is too small for it.
Effect rank_effect(model::Comparison& comparison, std::span<const double> baseline,
                   std::span<const double> arm, double level) {
  comparison.method = "mann-whitney";
  Effect effect;
  effect.difference = stats::shift_estimate(baseline, arm);
  effect.difference_interval = stats::shift_interval(baseline, arm, level);
  comparison.p = stats::mann_whitney_p(baseline, arm);
  if (!all_positive(baseline, arm)) return effect;
  const auto log_baseline = logs_of(baseline);
  const auto log_arm = logs_of(arm);
  effect.log_ratio = stats::shift_estimate(log_baseline, log_arm);
  effect.log_interval = stats::shift_interval(log_baseline, log_arm, level);
  if (effect.log_interval || std::min(baseline.size(), arm.size()) < 3) return effect;
  use_t(comparison, effect, stats::welch(log_baseline, log_arm, level), "welch");
  if (effect.log_interval)
    remark(
        comparison, "welch-decides",
        "n is too small for a rank interval at this level: Welch's t on logs carries the verdict");
  return effect;
}

void compare_tests(model::Comparison& comparison, const Effect& effect,
                   std::span<const double> baseline, std::span<const double> arm,
                   const Policy& policy) {
  if (comparison.method != "mann-whitney" || !effect.log_interval) return;
  const auto other = stats::welch(logs_of(baseline), logs_of(arm), policy.level());
  if (!other) return;
  const bool welch_excludes_zero = other->interval.low > 0 || other->interval.high < 0;
  if (welch_excludes_zero != excludes_zero(effect))
    remark(comparison, "tests-disagree",
           std::string("the rank test and Welch's t on logs disagree; the rank interval decides, "
                       "Welch alone would say ") +
               (welch_excludes_zero ? "different" : "not shown different"));
}

Outlook outlook_of(const Effect& effect, std::size_t n, const Policy& policy) {
  Outlook outlook{.detectable = {},
                  .values_needed = {},
                  .smallest_n = stats::mann_whitney_smallest_n(policy.level())};
  if (!effect.log_interval) return outlook;
  outlook.detectable = stats::detectable_change(*effect.log_interval, policy.level());
  if (const auto limit = log_threshold(policy.thresholds))
    outlook.values_needed =
        stats::values_needed(*effect.log_ratio, *effect.log_interval, n, *limit);
  return outlook;
}

std::size_t group_count(const GroupedValues& side) {
  std::vector<std::uint32_t> ids(side.groups.begin(), side.groups.end());
  std::ranges::sort(ids);
  return static_cast<std::size_t>(std::ranges::unique(ids).begin() - ids.begin());
}

}  // namespace

Result<model::Comparison> compare_unpaired(model::Comparison into, const GroupedValues& baseline,
                                           const GroupedValues& arm, const Policy& policy) {
  describe_sides(into, baseline.values, arm.values);
  const std::size_t fewest_groups = std::min(group_count(baseline), group_count(arm));
  Effect effect;
  const auto by_session = [&] {
    into.replication = model::Replication::kSession;
    into.baseline_n = group_count(baseline);
    into.arm_n = group_count(arm);
  };
  if (fewest_groups >= kGroupsForRanks) {
    by_session();
    const auto baseline_medians = medians_of_groups(baseline);
    const auto arm_medians = medians_of_groups(arm);
    effect = rank_effect(into, baseline_medians, arm_medians, policy.level());
  } else if (fewest_groups >= kGroupsForT && all_positive(baseline.values, arm.values)) {
    by_session();
    effect.difference = stats::shift_estimate(baseline.values, arm.values);
    use_t(into, effect,
          stats::group_means_t(lists_of_groups(baseline), lists_of_groups(arm), policy.level()),
          "t on session means");
  } else {
    effect = rank_effect(into, baseline.values, arm.values, policy.level());
    compare_tests(into, effect, baseline.values, arm.values, policy);
    if (fewest_groups == 1)
      remark(into, "one-session",
             "this session only: a side was measured in one session alone, so what differs between "
             "sessions is not in the interval");
  }
  const std::size_t n = std::min(into.baseline_n, into.arm_n);
  KAB_CHECK(conclude(into, effect, outlook_of(effect, n, policy), policy));
  return into;
}

}  // namespace kab::analysis
