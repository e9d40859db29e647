#include "analysis/shape.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "stats/subset.h"
#include "stats/summary.h"

namespace kab::analysis {
namespace {

constexpr std::size_t kParts = 24;
constexpr std::size_t kFewest = 5;
constexpr std::size_t kLookedAt = 50'000;

}  // namespace

std::vector<std::size_t> counts_in_parts(std::span<const double> values, double low, double high,
                                         std::size_t parts) {
  if (values.empty() || !(high > low) || parts == 0) return {};
  std::vector<std::size_t> counts(parts);
  for (const double value : values) {
    // Halved, since high - low may leave the range of a double.
    const double share = (value / 2 - low / 2) / (high / 2 - low / 2);
    const double part = std::floor(share * static_cast<double>(parts));
    ++counts[static_cast<std::size_t>(std::clamp(part, 0.0, static_cast<double>(parts - 1)))];
  }
  return counts;
}

std::optional<model::Shape> shape_of(model::Shape into, const std::vector<NamedValues>& arms) {
  std::vector<double> all;
  double least = std::numeric_limits<double>::max();
  double most = std::numeric_limits<double>::lowest();
  for (const auto& [name, values] : arms) {
    if (values.size() < kFewest) return std::nullopt;
    const auto [low, high] = std::ranges::minmax(values);
    least = std::min(least, low);
    most = std::max(most, high);
    std::ranges::copy(stats::subset(values, kLookedAt), std::back_inserter(all));
  }
  if (all.empty()) return std::nullopt;
  const double from = *stats::quantile(all, 0.05);
  const double to = *stats::quantile(all, 0.95);
  into.low = std::max(least, from - (to - from));
  into.high = std::min(most, to + (to - from));
  if (!(into.high > into.low)) {  // nearly all are equal: the few others make the range
    into.low = least;
    into.high = most;
  }
  if (!(into.high > into.low)) return std::nullopt;
  for (const auto& [name, values] : arms)
    into.arms.push_back({.name = name,
                         .n = values.size(),
                         .counts = counts_in_parts(values, into.low, into.high, kParts)});
  return into;
}

}  // namespace kab::analysis
