#include "analysis/grouping.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "stats/summary.h"

namespace kab::analysis {
namespace {

constexpr double kMostInPlace = 1e6;
constexpr double kWholeUpTo = 9e15;  // above, doubles have no room for a single step

}  // namespace

// Groups are few where a width fits the values: counted at their place, if not in a map.
std::vector<model::Group> grouped(std::span<const double> values, double width) {
  if (values.empty()) return {};
  const auto [least, most] = std::ranges::minmax(values);
  const double first = std::floor(least / width);
  const double last = std::floor(most / width);
  std::vector<model::Group> groups;
  if (last - first < kMostInPlace && std::abs(first) < kWholeUpTo && std::abs(last) < kWholeUpTo) {
    std::vector<std::size_t> counts(static_cast<std::size_t>(last - first) + 1);
    for (const double value : values)
      ++counts[static_cast<std::size_t>(std::floor(value / width) - first)];
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0)
        groups.push_back({.from = (first + static_cast<double>(i)) * width, .count = counts[i]});
    return groups;
  }
  std::map<double, std::size_t> counts;
  for (const double value : values) ++counts[std::floor(value / width) * width];
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
