#include "analysis/aa_control.h"

#include <cmath>

#include "analysis/conclusion.h"
#include "analysis/plan.h"
#include "stats/signed_rank.h"
#include "stats/summary.h"

namespace kab::analysis {

double strict_level(const Policy& policy) {
  constexpr double kGate = 0.001;
  return 1 - kGate / static_cast<double>(policy.family_size);
}

Control control_of(double log_estimate, const std::optional<Interval>& strict, const Policy& policy,
                   const model::Metric& metric, std::optional<double> baseline_median) {
  const bool leaves_out_zero = strict && (strict->low > 0 || strict->high < 0);
  const double limit = log_limit(policy.thresholds, metric, baseline_median).value_or(0);
  return leaves_out_zero && std::abs(log_estimate) > limit / 2 ? Control::kFails : Control::kHolds;
}

model::AaResult aa_control(model::AaResult into, const model::Metric& metric,
                           std::span<const double> baseline, std::span<const double> second,
                           const Policy& policy) {
  into.level = policy.confidence;
  if (!all_positive(baseline, second)) return into;
  const auto first_logs = logs_of(baseline);
  auto log_ratios = logs_of(second);
  for (std::size_t i = 0; i < log_ratios.size(); ++i) log_ratios[i] -= first_logs[i];
  const auto estimate = stats::hodges_lehmann(log_ratios);
  if (!estimate) return into;
  into.change = std::expm1(*estimate);
  if (const auto interval = stats::signed_rank_interval(log_ratios, policy.confidence))
    into.interval = {std::expm1(interval->low), std::expm1(interval->high)};
  into.ok = control_of(*estimate, stats::signed_rank_interval(log_ratios, strict_level(policy)),
                       policy, metric, stats::median(baseline)) == Control::kHolds;
  return into;
}

}  // namespace kab::analysis
