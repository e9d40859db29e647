#include "stats/power.h"

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"
#include "stats/mann_whitney.h"
#include "stats/signed_rank.h"

namespace kab::stats {

std::optional<double> detectable_change(const Interval& on_logs, double level) {
  const double half_width = on_logs.high / 2 - on_logs.low / 2;
  const double z_power = normal_two_sided_z(0.4);  // 80 % of a normal lies below it
  const double z_level = normal_two_sided_z(1 - level);
  const double change = std::expm1(half_width * (1 + z_power / z_level));
  if (!std::isfinite(change)) return std::nullopt;
  return change;
}

std::optional<double> detectable_change(std::span<const double> log_ratios, double level) {
  const auto interval = signed_rank_interval(log_ratios, level);
  return interval ? detectable_change(*interval, level) : std::nullopt;
}

std::optional<double> detectable_change(std::span<const double> baseline_logs,
                                        std::span<const double> arm_logs, double level) {
  const auto interval = shift_interval(baseline_logs, arm_logs, level);
  return interval ? detectable_change(*interval, level) : std::nullopt;
}

std::optional<std::size_t> values_needed(double estimate, const Interval& interval, std::size_t n,
                                         double limit) {
  const double longer_arm = std::max(interval.high - estimate, estimate - interval.low);
  const double distance = std::abs(std::abs(estimate) - limit);
  if (distance == 0) return std::nullopt;
  const double times_wider = longer_arm / distance;
  const double needed = std::ceil(static_cast<double>(n) * times_wider * times_wider);
  if (!(needed <= static_cast<double>(kMostValuesNeeded))) return std::nullopt;
  return std::max(n, static_cast<std::size_t>(needed));
}

std::optional<double> two_sample_half_width(std::span<const double> logs, double level) {
  const auto interval = signed_rank_interval(logs, level);
  if (!interval) return std::nullopt;
  return std::sqrt(2.0) * (interval->high / 2 - interval->low / 2);
}

std::optional<std::size_t> values_for_power(double half_width, std::size_t n, double level,
                                            double distance, double power, Ends ends) {
  if (!(distance > 0)) return std::nullopt;
  const double missed = ends == Ends::kOne ? 2 * (1 - power) : 1 - power;
  const double wander = normal_two_sided_z(missed) / normal_two_sided_z(1 - level);
  const double times_wider = half_width * (1 + wander) / distance;
  const double needed = std::ceil(static_cast<double>(n) * times_wider * times_wider);
  if (!(needed <= static_cast<double>(kMostValuesNeeded))) return std::nullopt;
  return std::max<std::size_t>(1, static_cast<std::size_t>(needed));
}

}  // namespace kab::stats
