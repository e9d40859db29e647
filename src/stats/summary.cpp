#include "stats/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "stats/scaling.h"
#include "stats/selection.h"

namespace kab::stats {
namespace {

// What rounding dropped is kept (Kahan 1965): a million equal values keep their mean. In lanes, so
// that one addition need not wait for the one before.
template <class Term>
double sum_of(std::span<const double> values, Term term) {
  constexpr std::size_t kLanes = 8;
  std::array<double, kLanes> sums{};
  std::array<double, kLanes> lost{};
  const auto add = [&](std::size_t lane, double one) {
    const double corrected = one - lost[lane];
    const double next = sums[lane] + corrected;
    lost[lane] = (next - sums[lane]) - corrected;
    sums[lane] = next;
  };
  std::size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) add(lane, term(values[i + lane]));
  for (; i < values.size(); ++i) add(0, term(values[i]));
  for (std::size_t lane = 1; lane < kLanes; ++lane) {
    add(0, sums[lane]);
    add(0, -lost[lane]);
  }
  return sums[0];
}

}  // namespace

std::optional<double> median(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const auto [at, next] = neighbours(values, (values.size() - 1) / 2);
  return values.size() % 2 == 1 ? at : std::midpoint(at, next);
}

std::optional<double> quantile(std::span<const double> values, double q) {
  if (values.empty()) return std::nullopt;
  const double place = std::clamp(q, 0.0, 1.0) * static_cast<double>(values.size() - 1);
  const double whole = std::floor(place);
  const auto [at, next] = neighbours(values, static_cast<std::size_t>(whole));
  return std::lerp(at, next, place - whole);
}

std::optional<double> mean(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const double scale = scale_for(largest_magnitude(values));
  const double sum = sum_of(values, [scale](double value) { return value * scale; });
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return std::clamp(sum / static_cast<double>(values.size()) / scale, *low, *high);
}

std::optional<double> standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  const double centre = *mean(values);
  double largest = 0;
  for (const double value : values) largest = std::max(largest, finite(std::abs(value - centre)));
  const double scale = scale_for(largest);
  const double squares = sum_of(values, [centre, scale](double value) {
    const double deviation = finite(value - centre) * scale;
    return deviation * deviation;
  });
  return finite(std::sqrt(squares / static_cast<double>(values.size() - 1)) / scale);
}

std::optional<double> scaled_mad(std::span<const double> values) {
  const auto centre = median(values);
  if (!centre) return std::nullopt;
  const auto [at, next] = neighbours_of_distances(values, *centre, (values.size() - 1) / 2);
  constexpr double kNormalConsistency = 1.4826;
  return finite(kNormalConsistency * (values.size() % 2 == 1 ? at : std::midpoint(at, next)));
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
