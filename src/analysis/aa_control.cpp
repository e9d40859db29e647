#include "analysis/aa_control.h"

#include <cmath>

#include "analysis/conclusion.h"
#include "stats/signed_rank.h"

namespace kab::analysis {

model::AaResult aa_control(model::AaResult into, std::span<const double> baseline,
                           std::span<const double> second, const Policy& policy) {
  constexpr double kGate = 0.001;
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
  const auto strict =
      stats::signed_rank_interval(log_ratios, 1 - kGate / static_cast<double>(policy.family_size));
  const bool leaves_out_zero = strict && (strict->low > 0 || strict->high < 0);
  into.ok =
      !(leaves_out_zero && std::abs(*estimate) > log_threshold(policy.thresholds).value_or(0) / 2);
  return into;
}

}  // namespace kab::analysis
