#include "stats/dip.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kab::stats {
namespace {

// The distribution is drawn as the points (x_i, i), i = 0 … n - 1, in steps of 1 / n: its lower
// corners; the upper corners are one step above.
struct Range {
  std::size_t low = 0;
  std::size_t high = 0;
};
using Vertices = std::vector<std::size_t>;  // indices, ascending

double step(std::size_t from, std::size_t to) {
  return static_cast<double>(to) - static_cast<double>(from);
}

// Whether going a -> b -> c turns left (> 0) or right (< 0).
double turn(std::span<const double> x, std::size_t a, std::size_t b, std::size_t c) {
  return step(b, c) * (x[b] - x[a]) - step(a, b) * (x[c] - x[b]);
}

// Greatest convex minorant of the lower corners.
Vertices convex_minorant(std::span<const double> x, Range range) {
  Vertices hull;
  for (std::size_t i = range.low; i <= range.high; ++i) {
    if (!hull.empty() && x[i] == x[hull.back()]) continue;  // the first of equals is the lowest
    while (hull.size() >= 2 && turn(x, hull[hull.size() - 2], hull.back(), i) <= 0) hull.pop_back();
    hull.push_back(i);
  }
  return hull;
}

// Least concave majorant of the upper corners, lowered by one step.
Vertices concave_majorant(std::span<const double> x, Range range) {
  Vertices hull;
  for (std::size_t i = range.high + 1; i-- > range.low;) {
    if (!hull.empty() && x[i] == x[hull.back()]) continue;  // the last of equals is the highest
    while (hull.size() >= 2 && turn(x, i, hull.back(), hull[hull.size() - 2]) >= 0) hull.pop_back();
    hull.push_back(i);
  }
  std::reverse(hull.begin(), hull.end());
  return hull;
}

// Height of the broken line through `hull` at each x_i, i in range; the ends go on level.
std::vector<double> heights(std::span<const double> x, const Vertices& hull, Range range) {
  std::vector<double> result;
  result.reserve(range.high - range.low + 1);
  std::size_t next = 0;  // first vertex with x >= x_i
  for (std::size_t i = range.low; i <= range.high; ++i) {
    while (next + 1 < hull.size() && x[hull[next]] < x[i]) ++next;
    const std::size_t right = hull[next];
    if (next == 0 || x[right] <= x[i]) {
      result.push_back(static_cast<double>(right));
      continue;
    }
    const std::size_t left = hull[next - 1];
    const double share = (x[i] - x[left]) / (x[right] - x[left]);
    result.push_back(static_cast<double>(left) + step(left, right) * share);
  }
  return result;
}

struct Narrowed {
  double distance = 0;  // the largest between majorant and minorant
  Range range;          // the mode lies in here
};

Narrowed narrow(Range range, const Vertices& minorant, const Vertices& majorant,
                const std::vector<double>& low_line, const std::vector<double>& high_line) {
  Narrowed result{.range = range};
  for (const std::size_t i : minorant) {
    const double distance = high_line[i - range.low] + 1 - static_cast<double>(i);
    if (distance <= result.distance) continue;
    const auto right = std::lower_bound(majorant.begin(), majorant.end(), i);
    result = {.distance = distance, .range = {.low = i, .high = *right}};
  }
  for (const std::size_t i : majorant) {
    const double distance = static_cast<double>(i) + 1 - low_line[i - range.low];
    if (distance <= result.distance) continue;
    const auto left = std::upper_bound(minorant.begin(), minorant.end(), i);
    result = {.distance = distance, .range = {.low = *(left - 1), .high = i}};
  }
  return result;
}

// How far the distribution lies from the lines outside of `inner`, in steps.
double outside(Range range, Range inner, const std::vector<double>& low_line,
               const std::vector<double>& high_line) {
  double largest = 0;
  for (std::size_t i = range.low; i <= inner.low; ++i)
    largest = std::max(largest, static_cast<double>(i) + 1 - low_line[i - range.low]);
  for (std::size_t i = inner.high; i <= range.high; ++i)
    largest = std::max(largest, high_line[i - range.low] + 1 - static_cast<double>(i));
  return largest;
}

}  // namespace

double dip(std::span<const double> sorted) {
  Range range{.low = 0, .high = sorted.size() - 1};
  double doubled = 1;  // in steps of 1 / n; every distribution of n values is at least so far off
  while (sorted[range.low] < sorted[range.high]) {
    const Vertices minorant = convex_minorant(sorted, range);
    const Vertices majorant = concave_majorant(sorted, range);
    const auto low_line = heights(sorted, minorant, range);
    const auto high_line = heights(sorted, majorant, range);
    const Narrowed inner = narrow(range, minorant, majorant, low_line, high_line);
    if (inner.distance <= doubled) break;
    doubled = std::max(doubled, outside(range, inner.range, low_line, high_line));
    if (inner.range.low == range.low && inner.range.high == range.high) break;
    range = inner.range;
  }
  return doubled / (2 * static_cast<double>(sorted.size()));
}

double dip_critical_1_percent(std::size_t n) {
  // sqrt(n) × dip tends to a limit, with a correction of order 1 / sqrt(n); both are fitted to the
  // simulated quantiles in R's package diptest (qDiptab), n = 10 to 72,000.
  const double root = std::sqrt(static_cast<double>(n));
  return (0.6332 - 0.43 / root) / root;
}

}  // namespace kab::stats
