#include "stats/groups.h"

#include <cmath>

#include "stats/summary.h"

namespace kab::stats {
namespace {

std::optional<std::vector<double>> means_of_logs(std::span<const std::vector<double>> groups) {
  std::vector<double> means;
  means.reserve(groups.size());
  for (const auto& group : groups) {
    std::vector<double> logs;
    logs.reserve(group.size());
    for (const double value : group) {
      if (!(value > 0)) return std::nullopt;
      logs.push_back(std::log(value));
    }
    const auto group_mean = mean(logs);
    if (!group_mean) return std::nullopt;
    means.push_back(*group_mean);
  }
  return means;
}

}  // namespace

std::optional<WelchResult> group_means_t(std::span<const std::vector<double>> baseline,
                                         std::span<const std::vector<double>> arm, double level) {
  const auto baseline_means = means_of_logs(baseline);
  const auto arm_means = means_of_logs(arm);
  if (!baseline_means || !arm_means) return std::nullopt;
  return welch(*baseline_means, *arm_means, level);
}

}  // namespace kab::stats
