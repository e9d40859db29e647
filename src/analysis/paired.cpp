#include "analysis/paired.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/conclusion.h"
#include "stats/scaling.h"
#include "stats/signed_rank.h"

namespace kab::analysis {
namespace {

std::vector<double> differences(std::span<const double> baseline, std::span<const double> arm) {
  std::vector<double> out(baseline.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = stats::finite(arm[i] - baseline[i]);
  return out;
}

// The arm against one turn of the baseline.
struct Against {
  Effect effect;
  std::optional<double> p;
};

enum class Scale { kLogs, kPlain };

Against against(std::span<const double> baseline, std::span<const double> arm, Scale scale,
                double level) {
  Against one;
  const auto plain = differences(baseline, arm);
  one.effect.difference = stats::hodges_lehmann(plain);
  one.effect.difference_interval = stats::signed_rank_interval(plain, level);
  if (scale == Scale::kPlain) {
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

}  // namespace

Result<model::Comparison> compare_paired(model::Comparison into, const PairedValues& values,
                                         const Policy& policy) {
  into.method = "signed-rank";
  describe_sides(into, values.baseline, values.second, values.arm);
  const bool ratios = has_ratio(into.metric) && all_positive(values.baseline, values.arm) &&
                      all_positive(values.second, {});
  const auto scale = ratios ? Scale::kLogs : Scale::kPlain;
  auto found = against(values.baseline, values.arm, scale, policy.level());
  if (!values.second.empty())
    found = both(found, against(values.second, values.arm, scale, policy.level()));
  into.p = found.p;
  KAB_CHECK(conclude(into, found.effect, policy, Design::kPaired));
  return into;
}

}  // namespace kab::analysis
