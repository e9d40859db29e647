#include "stats/subset.h"

#include <algorithm>
#include <cmath>

namespace kab::stats {

std::vector<double> subset(std::span<const double> values, std::size_t count) {
  if (values.size() <= count) return {values.begin(), values.end()};
  constexpr double kGoldenRatio = 0.6180339887498949;
  const double stretch = static_cast<double>(values.size()) / static_cast<double>(count);
  std::vector<double> part(count);
  double within = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double place = (static_cast<double>(i) + within) * stretch;
    part[i] = values[std::min(static_cast<std::size_t>(place), values.size() - 1)];
    within += kGoldenRatio;
    within -= std::floor(within);
  }
  return part;
}

}  // namespace kab::stats
