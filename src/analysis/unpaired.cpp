#include "analysis/unpaired.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/conclusion.h"
#include "stats/groups.h"
#include "stats/mann_whitney.h"
#include "stats/summary.h"
#include "stats/welch.h"

namespace kab::analysis {
namespace {

constexpr std::size_t kGroupsForRanks = 4;
constexpr std::size_t kGroupsForT = 2;

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
           const std::optional<stats::WelchResult>& on_logs,
           const std::optional<stats::WelchResult>& on_values, std::string method) {
  if (!on_logs) return;
  effect.log_ratio = on_logs->difference;
  effect.log_interval = on_logs->interval;
  // Absolute thresholds want an interval in the metric's unit.
  if (on_values) effect.difference_interval = on_values->interval;
  comparison.p = on_logs->p;
  comparison.method = std::move(method);
}

enum class Scale { kLogs, kPlain };

void compare_tests(model::Comparison& comparison, const Effect& effect,
                   const std::optional<stats::WelchResult>& other) {
  if (!other) return;
  const bool welch_excludes_zero = other->interval.low > 0 || other->interval.high < 0;
  if (welch_excludes_zero != excludes_zero(effect))
    remark(comparison, "tests-disagree",
           std::string("the rank test and Welch's t on logs disagree; the rank interval decides, "
                       "Welch alone would say ") +
               (welch_excludes_zero ? "different" : "not shown different"));
}

void remark_on_error(model::Comparison& comparison, const stats::Shift& shift) {
  if (shift.error == 0) return;
  const double share = shift.error / (shift.interval->high - shift.interval->low);
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  remark(comparison, "approximate",
         "so many values are counted in cells: change and interval are off by at most " +
             std::string(text) + " of the interval's width");
}

// The rank interval on the values given; Welch on logs stands in where n is too small for it.
Effect rank_effect(model::Comparison& comparison, std::span<const double> baseline,
                   std::span<const double> arm, Scale scale, double level) {
  comparison.method = "mann-whitney";
  Effect effect;
  const auto plain = stats::shift(baseline, arm, level);
  if (!plain) return effect;
  effect.difference = plain->estimate;
  effect.difference_interval = plain->interval;
  comparison.p = plain->p;
  if (scale == Scale::kPlain) {
    remark_on_error(comparison, *plain);
    return effect;
  }
  const auto log_baseline = logs_of(baseline);
  const auto log_arm = logs_of(arm);
  const auto ratio = stats::shift(log_baseline, log_arm, level);
  effect.log_ratio = ratio->estimate;
  effect.log_interval = ratio->interval;
  remark_on_error(comparison, *ratio);
  const auto t = stats::welch(log_baseline, log_arm, level);
  if (effect.log_interval) {
    compare_tests(comparison, effect, t);
    return effect;
  }
  if (std::min(baseline.size(), arm.size()) < 3) return effect;
  use_t(comparison, effect, t, stats::welch(baseline, arm, level), "welch");
  if (effect.log_interval)
    remark(
        comparison, "welch-decides",
        "n is too small for a rank interval at this level: Welch's t on logs carries the verdict");
  return effect;
}

std::size_t group_count(const GroupedValues& side) {
  std::vector<std::uint32_t> ids(side.groups.begin(), side.groups.end());
  std::ranges::sort(ids);
  return static_cast<std::size_t>(std::ranges::unique(ids).begin() - ids.begin());
}

// What a group of such values is: other tools name groups for processes, kab for sessions.
model::Replication unit_of_groups(model::Replication values) {
  return values == model::Replication::kUnknown ? model::Replication::kProcess
                                                : model::Replication::kSession;
}

std::vector<double> means_of_groups(const GroupedValues& side) {
  std::vector<double> means;
  for (const auto& [group, values] : by_group(side)) means.push_back(*stats::mean(values));
  return means;
}

// Effect of values that come in groups, of which each side has `fewest` or more.
Effect grouped_effect(model::Comparison& comparison, const GroupedValues& baseline,
                      const GroupedValues& arm, std::size_t fewest, Scale scale,
                      const Policy& policy) {
  comparison.replication = unit_of_groups(comparison.replication);
  comparison.baseline_n = group_count(baseline);
  comparison.arm_n = group_count(arm);
  if (fewest >= kGroupsForRanks || scale == Scale::kPlain) {
    const auto base_medians = medians_of_groups(baseline);
    const auto arm_medians = medians_of_groups(arm);
    return rank_effect(comparison, base_medians, arm_medians, scale, policy.level());
  }
  Effect effect;
  effect.difference = stats::shift_estimate(baseline.values, arm.values);
  effect.log_ratio = stats::shift_estimate(logs_of(baseline.values), logs_of(arm.values));
  use_t(comparison, effect,
        stats::group_means_t(lists_of_groups(baseline), lists_of_groups(arm), policy.level()),
        stats::welch(means_of_groups(baseline), means_of_groups(arm), policy.level()),
        "t on " + std::string(noun_of(comparison.replication)) + " means");
  if (!effect.log_interval)
    remark(comparison, "groups-without-spread",
           "the means of the groups have no variance: there is no t interval");
  return effect;
}

}  // namespace

std::map<std::uint32_t, std::vector<double>> by_group(const GroupedValues& side) {
  std::map<std::uint32_t, std::vector<double>> groups;
  for (std::size_t i = 0; i < side.groups.size(); ++i)
    groups[side.groups[i]].push_back(side.values[i]);
  return groups;
}

Result<model::Comparison> compare_unpaired(model::Comparison into, const GroupedValues& baseline,
                                           const GroupedValues& arm, const Policy& policy) {
  describe_sides(into, baseline.values, {}, arm.values);
  const std::size_t fewest_groups = std::min(group_count(baseline), group_count(arm));
  const bool ratios = has_ratio(into.metric) && all_positive(baseline.values, arm.values);
  const auto scale = ratios ? Scale::kLogs : Scale::kPlain;
  Effect effect;
  if (fewest_groups >= kGroupsForT) {
    effect = grouped_effect(into, baseline, arm, fewest_groups, scale, policy);
  } else {
    effect = rank_effect(into, baseline.values, arm.values, scale, policy.level());
    if (fewest_groups == 1) {
      const std::string noun(noun_of(unit_of_groups(into.replication)));
      remark(into, "one-session",
             "this " + noun + " only: a side was measured in one " + noun +
                 " alone, so what differs between " + noun + (noun.ends_with('s') ? "es" : "s") +
                 " is not in the interval");
    }
  }
  KAB_CHECK(conclude(into, effect, policy, Design::kUnpaired));
  return into;
}

}  // namespace kab::analysis
