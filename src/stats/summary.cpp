#include "stats/summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/scaling.h"

namespace kab::stats {
namespace {

// The value at `place` of the sorted order and the next one (itself when it is the last).
struct Neighbours {
  double at = 0;
  double next = 0;
};

Neighbours neighbours(std::vector<double>& values, std::size_t place) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), at, values.end());
  const auto next = std::min_element(at + 1, values.end());
  return {.at = *at, .next = next == values.end() ? *at : *next};
}

}  // namespace

std::optional<double> median(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  std::vector<double> scratch(values.begin(), values.end());
  const auto [at, next] = neighbours(scratch, (values.size() - 1) / 2);
  return values.size() % 2 == 1 ? at : std::midpoint(at, next);
}

std::optional<double> quantile(std::span<const double> values, double q) {
  if (values.empty()) return std::nullopt;
  std::vector<double> scratch(values.begin(), values.end());
  const double place = std::clamp(q, 0.0, 1.0) * static_cast<double>(values.size() - 1);
  const double whole = std::floor(place);
  const auto [at, next] = neighbours(scratch, static_cast<std::size_t>(whole));
  return std::lerp(at, next, place - whole);
}

std::optional<double> mean(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const double scale = scale_for(largest_magnitude(values));
  double sum = 0;
  double lost = 0;  // what rounding dropped (Kahan 1965): a million equal values keep their mean
  for (const double value : values) {
    const double term = value * scale - lost;
    const double next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return std::clamp(sum / static_cast<double>(values.size()) / scale, *low, *high);
}

std::optional<double> standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  std::vector<double> deviations(values.begin(), values.end());
  const double centre = *mean(values);
  for (double& value : deviations) value = finite(value - centre);
  const double scale = scale_for(largest_magnitude(deviations));
  double squares = 0;
  for (const double deviation : deviations) squares += (deviation * scale) * (deviation * scale);
  return finite(std::sqrt(squares / static_cast<double>(values.size() - 1)) / scale);
}

std::optional<double> scaled_mad(std::span<const double> values) {
  const auto centre = median(values);
  if (!centre) return std::nullopt;
  std::vector<double> distances(values.begin(), values.end());
  for (double& value : distances) value = finite(std::abs(value - *centre));
  constexpr double kNormalConsistency = 1.4826;
  return finite(kNormalConsistency * *median(distances));
}

std::optional<double> relative_spread(std::span<const double> values) {
  const auto centre = median(values);
  if (!centre || *centre == 0) return std::nullopt;
  double spread = *scaled_mad(values);
  constexpr double kNormalQuartiles = 1.349;
  if (spread == 0) spread = (*quantile(values, 0.75) - *quantile(values, 0.25)) / kNormalQuartiles;
  return finite(spread / std::abs(*centre));
}

}  // namespace kab::stats
