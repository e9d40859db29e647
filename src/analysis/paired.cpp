#include "analysis/paired.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/conclusion.h"
#include "stats/power.h"
#include "stats/signed_rank.h"

namespace kab::analysis {
namespace {

std::vector<double> differences(std::span<const double> baseline, std::span<const double> arm) {
  std::vector<double> out(baseline.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = arm[i] - baseline[i];
  return out;
}

// The arm against one turn of the baseline.
struct Against {
  Effect effect;
  std::optional<double> p;
};

Against against(std::span<const double> baseline, std::span<const double> arm, double level) {
  Against one;
  const auto plain = differences(baseline, arm);
  one.effect.difference = stats::hodges_lehmann(plain);
  one.effect.difference_interval = stats::signed_rank_interval(plain, level);
  if (!all_positive(baseline, arm)) {
    one.p = stats::signed_rank_p(plain);
    return one;
  }
  const auto log_ratios = differences(logs_of(baseline), logs_of(arm));
  one.effect.log_ratio = stats::hodges_lehmann(log_ratios);
  one.effect.log_interval = stats::signed_rank_interval(log_ratios, level);
  one.p = stats::signed_rank_p(log_ratios);
  return one;
}

std::optional<double> mean_of(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  return *a / 2 + *b / 2;
}

std::optional<Interval> hull(const std::optional<Interval>& a, const std::optional<Interval>& b) {
  if (!a || !b) return std::nullopt;
  return Interval{std::min(a->low, b->low), std::max(a->high, b->high)};
}

Against both(const Against& first, const Against& second) {
  return {.effect = {.log_ratio = mean_of(first.effect.log_ratio, second.effect.log_ratio),
                     .log_interval = hull(first.effect.log_interval, second.effect.log_interval),
                     .difference = mean_of(first.effect.difference, second.effect.difference),
                     .difference_interval =
                         hull(first.effect.difference_interval, second.effect.difference_interval)},
          .p = first.p && second.p ? std::max(first.p, second.p) : std::nullopt};
}

Outlook outlook_of(const Effect& effect, std::size_t blocks, const Policy& policy) {
  Outlook outlook{.detectable = {},
                  .values_needed = {},
                  .smallest_n = stats::signed_rank_smallest_n(policy.level())};
  if (!effect.log_interval) return outlook;
  outlook.detectable = stats::detectable_change(*effect.log_interval, policy.level());
  if (const auto limit = log_threshold(policy.thresholds))
    outlook.values_needed =
        stats::values_needed(*effect.log_ratio, *effect.log_interval, blocks, *limit);
  return outlook;
}

}  // namespace

Result<model::Comparison> compare_paired(model::Comparison into, const PairedValues& values,
                                         const Policy& policy) {
  into.method = "signed-rank";
  describe_sides(into, values.baseline, values.arm);
  auto found = against(values.baseline, values.arm, policy.level());
  if (!values.second.empty())
    found = both(found, against(values.second, values.arm, policy.level()));
  into.p = found.p;
  KAB_CHECK(
      conclude(into, found.effect, outlook_of(found.effect, values.arm.size(), policy), policy));
  return into;
}

}  // namespace kab::analysis
