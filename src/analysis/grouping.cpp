#include "analysis/grouping.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "stats/summary.h"

namespace kab::analysis {

std::vector<model::Group> grouped(std::span<const double> values, double width) {
  std::map<double, std::size_t> counts;
  for (const double value : values) ++counts[std::floor(value / width) * width];
  std::vector<model::Group> groups;
  for (const auto& [from, count] : counts) groups.push_back({.from = from, .count = count});
  return groups;
}

double fitting_width(std::span<const double> values) {
  constexpr double kGroups = 10;
  // The middle 90 % decides, so that one far outlier does not put all else into a single group.
  const auto low = stats::quantile(values, 0.05);
  const auto high = stats::quantile(values, 0.95);
  if (!low || !(*high > *low)) return 1;
  const double wanted = (*high - *low) / kGroups;
  const double power = std::pow(10, std::floor(std::log10(wanted)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * power >= wanted) return step * power;
  return 10 * power;
}

}  // namespace kab::analysis
