// Values that stand apart from the rest: the part of stats/trend.h that looks at single values.

#include <algorithm>
#include <cmath>

#include "stats/scaling.h"
#include "stats/summary.h"
#include "stats/trend.h"

namespace kab::stats {
namespace {

struct Centre {
  double median = 0;
  double scale = 0;  // comparable with a standard deviation; 0 when all values are equal
};

// Values must not be empty.
Centre centre_of(std::span<const double> values) {
  Centre centre{.median = *median(values), .scale = *scaled_mad(values)};
  if (centre.scale > 0) return centre;
  // More than half the values are equal: the mean absolute deviation still sees the others.
  std::vector<double> distances(values.begin(), values.end());
  for (double& value : distances) value = finite(std::abs(value - centre.median));
  constexpr double kNormalConsistency = 1.2533;  // sqrt(pi / 2)
  centre.scale = finite(kNormalConsistency * *mean(distances));
  return centre;
}

}  // namespace

std::vector<std::size_t> outliers(std::span<const double> values) {
  std::vector<std::size_t> indices;
  if (values.empty()) return indices;
  const Centre centre = centre_of(values);
  constexpr double kLimit = 3.5;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::abs(values[i] - centre.median) > kLimit * centre.scale) indices.push_back(i);
  return indices;
}

FirstValue first_value(std::span<const double> in_time_order) {
  constexpr std::size_t kNeeds = 8;
  if (in_time_order.size() < kNeeds) return FirstValue::kLikeTheRest;
  const Centre rest = centre_of(in_time_order.subspan(1));
  constexpr double kLimit = 5;
  const bool odd = std::abs(in_time_order.front() - rest.median) > kLimit * rest.scale;
  return odd ? FirstValue::kOdd : FirstValue::kLikeTheRest;
}

}  // namespace kab::stats
