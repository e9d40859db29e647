// One mode or two: the part of stats/trend.h that looks at the shape of the distribution.

#include <algorithm>
#include <limits>
#include <numeric>

#include "stats/dip.h"
#include "stats/order_statistics.h"
#include "stats/subset.h"
#include "stats/trend.h"

namespace kab::stats {
namespace {

// The smallest distance between different values, when there are at least three of them; else 0.
double resolution(std::span<const double> sorted) {
  double smallest = std::numeric_limits<double>::max();
  std::size_t different = 1;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i] == sorted[i - 1]) continue;
    smallest = std::min(smallest, sorted[i] - sorted[i - 1]);
    ++different;
  }
  return different >= 3 ? smallest : 0;
}

// Equal values spread evenly over the resolution: to the dip, the ticks of a coarse clock would
// be as many modes. Two values only (100 and 200, nothing between) are left: they are two modes.
std::vector<double> without_ties(std::span<const double> sorted) {
  const double width = resolution(sorted);
  std::vector<double> spread(sorted.begin(), sorted.end());
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t end = first + 1;
    while (end < sorted.size() && sorted[end] == sorted[first]) ++end;
    const auto count = static_cast<double>(end - first);
    for (std::size_t i = first; i < end; ++i)
      spread[i] += width * ((static_cast<double>(i - first) + 0.5) / count - 0.5);
    first = end;
  }
  return spread;
}

// The middle of the widest gap inside the emptiest stretch of n/20 gaps: a single gap would too
// often be one of the thin tails. A twentieth of the values stays on either side.
double deepest_gap(std::span<const double> sorted) {
  const std::size_t stretch = std::max<std::size_t>(1, sorted.size() / 20);
  std::size_t emptiest = stretch;
  for (std::size_t i = stretch; i + 2 * stretch < sorted.size(); ++i)
    if (sorted[i + stretch] - sorted[i] > sorted[emptiest + stretch] - sorted[emptiest])
      emptiest = i;
  std::size_t widest = emptiest;
  for (std::size_t i = emptiest; i < emptiest + stretch; ++i)
    if (sorted[i + 1] - sorted[i] > sorted[widest + 1] - sorted[widest]) widest = i;
  return std::midpoint(sorted[widest], sorted[widest + 1]);
}

}  // namespace

Modes modes(std::span<const double> values) {
  constexpr std::size_t kNeeds = 12;
  if (values.size() < kNeeds) return {};
  constexpr std::size_t kMost = 100'000;
  const auto sorted = sorted_copy(subset(values, kMost));
  if (dip(without_ties(sorted)) <= dip_critical_1_percent(sorted.size())) return {};
  const double border = deepest_gap(sorted);
  const auto below = std::lower_bound(sorted.begin(), sorted.end(), border) - sorted.begin();
  return {.count = 2,
          .border = border,
          .share_below = static_cast<double>(below) / static_cast<double>(sorted.size())};
}

}  // namespace kab::stats
