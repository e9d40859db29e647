#include "analysis/paired.h"

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

Outlook outlook_of(std::span<const double> log_ratios, const Effect& effect, const Policy& policy) {
  Outlook outlook{.detectable = {},
                  .values_needed = {},
                  .smallest_n = stats::signed_rank_smallest_n(policy.level())};
  if (!effect.log_interval) return outlook;
  outlook.detectable = stats::detectable_change(*effect.log_interval, policy.level());
  if (const auto limit = log_threshold(policy.thresholds))
    outlook.values_needed =
        stats::values_needed(*effect.log_ratio, *effect.log_interval, log_ratios.size(), *limit);
  return outlook;
}

}  // namespace

Result<model::Comparison> compare_paired(model::Comparison into, std::span<const double> baseline,
                                         std::span<const double> arm, const Policy& policy) {
  into.method = "signed-rank";
  describe_sides(into, baseline, arm);
  const auto plain = differences(baseline, arm);
  Effect effect;
  effect.difference = stats::hodges_lehmann(plain);
  effect.difference_interval = stats::signed_rank_interval(plain, policy.level());
  std::vector<double> log_ratios;
  if (all_positive(baseline, arm)) {
    log_ratios = differences(logs_of(baseline), logs_of(arm));
    effect.log_ratio = stats::hodges_lehmann(log_ratios);
    effect.log_interval = stats::signed_rank_interval(log_ratios, policy.level());
  }
  into.p = stats::signed_rank_p(log_ratios.empty() ? plain : log_ratios);
  KAB_CHECK(conclude(into, effect, outlook_of(log_ratios, effect, policy), policy));
  return into;
}

}  // namespace kab::analysis
