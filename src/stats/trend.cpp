#include "stats/trend.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "stats/distributions.h"
#include "stats/ranks.h"
#include "stats/scaling.h"
#include "stats/summary.h"

namespace kab::stats {
namespace {

constexpr std::size_t kDriftNeeds = 8;
constexpr std::size_t kStepNeeds = 10;
constexpr std::size_t kSlopeFromAtMost = 500;
constexpr std::size_t kMostOneByOne = 100'000;
constexpr std::size_t kStretches = 10'000;

// Where the i-th of the stretches of n values starts.
std::size_t start_of_stretch(std::size_t i, std::size_t n) { return i * n / kStretches; }

std::vector<double> medians_of_stretches(std::span<const double> in_time_order) {
  const std::size_t n = in_time_order.size();
  std::vector<double> medians(kStretches);
  for (std::size_t i = 0; i < kStretches; ++i) {
    const std::size_t start = start_of_stretch(i, n);
    medians[i] = *median(in_time_order.subspan(start, start_of_stretch(i + 1, n) - start));
  }
  return medians;
}

Drift drift_by_stretches(std::span<const double> in_time_order) {
  const Drift found = *drift(medians_of_stretches(in_time_order));
  const auto n = static_cast<double>(in_time_order.size());
  const double slope = found.slope_per_value / (n / static_cast<double>(kStretches));
  return {.slope_per_value = slope, .total = finite(slope * (n - 1)), .p = found.p};
}

Step step_by_stretches(std::span<const double> in_time_order) {
  Step found = *step_change(medians_of_stretches(in_time_order));
  found.index = start_of_stretch(found.index, in_time_order.size());
  return found;
}

// Pairs i < j with values[i] > values[j], counted by merge sort; leaves `values` sorted. `scratch`
// has the size of `values`.
std::uint64_t sort_counting_inversions(std::span<double> values, std::span<double> scratch) {
  if (values.size() < 2) return 0;
  const std::size_t half = values.size() / 2;
  const auto left = values.first(half);
  const auto right = values.subspan(half);
  std::uint64_t count = sort_counting_inversions(left, scratch.first(half)) +
                        sort_counting_inversions(right, scratch.subspan(half));
  std::size_t passed = 0;
  for (const double value : right) {
    while (passed < half && left[passed] <= value) ++passed;
    count += half - passed;
  }
  std::merge(left.begin(), left.end(), right.begin(), right.end(), scratch.begin());
  std::copy(scratch.begin(), scratch.end(), values.begin());
  return count;
}

// p of Kendall's S = rising pairs - falling pairs.
double mann_kendall_p(std::span<const double> in_time_order) {
  std::vector<double> sorted(in_time_order.begin(), in_time_order.end());
  std::vector<double> scratch(sorted.size());
  const auto falling = static_cast<double>(sort_counting_inversions(sorted, scratch));
  const auto n = static_cast<double>(sorted.size());
  double equal = 0;
  double variance = n * (n - 1) * (2 * n + 5);
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto end = std::upper_bound(first, sorted.end(), *first);
    const auto t = static_cast<double>(end - first);
    equal += t * (t - 1) / 2;
    variance -= t * (t - 1) * (2 * t + 5);
    first = end;
  }
  if (variance <= 0) return 1;  // all values are equal
  const double s = n * (n - 1) / 2 - equal - 2 * falling;
  return normal_two_sided_p(std::max(0.0, std::abs(s) - 1) / std::sqrt(variance / 18));
}

std::vector<std::size_t> evenly_spaced(std::size_t n, std::size_t at_most) {
  const std::size_t count = std::min(n, at_most);
  std::vector<std::size_t> indices(count);
  for (std::size_t i = 0; i < count; ++i) indices[i] = i * (n - 1) / (count - 1);
  return indices;
}

double theil_sen_slope(std::span<const double> in_time_order) {
  const auto indices = evenly_spaced(in_time_order.size(), kSlopeFromAtMost);
  std::vector<double> slopes;
  slopes.reserve(indices.size() * (indices.size() - 1) / 2);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    for (std::size_t j = i + 1; j < indices.size(); ++j) {
      const double rise = finite(in_time_order[indices[j]] - in_time_order[indices[i]]);
      slopes.push_back(rise / static_cast<double>(indices[j] - indices[i]));
    }
  }
  return *median(slopes);
}

}  // namespace

std::optional<Drift> drift(std::span<const double> in_time_order) {
  if (in_time_order.size() < kDriftNeeds) return std::nullopt;
  if (in_time_order.size() > kMostOneByOne) return drift_by_stretches(in_time_order);
  const double slope = theil_sen_slope(in_time_order);
  return Drift{.slope_per_value = slope,
               .total = finite(slope * static_cast<double>(in_time_order.size() - 1)),
               .p = mann_kendall_p(in_time_order)};
}

std::optional<Step> step_change(std::span<const double> in_time_order) {
  const std::size_t n = in_time_order.size();
  if (n < kStepNeeds) return std::nullopt;
  if (n > kMostOneByOne) return step_by_stretches(in_time_order);
  const auto ranks = doubled_midranks(in_time_order);
  std::size_t index = 1;
  double largest = 0;
  double rank_sum = 0;
  for (std::size_t before = 1; before < n; ++before) {
    rank_sum += static_cast<double>(ranks[before - 1]);
    const double u = std::abs(rank_sum - static_cast<double>(before) * static_cast<double>(n + 1));
    if (u > largest) {
      largest = u;
      index = before;
    }
  }
  const auto count = static_cast<double>(n);
  const double p = 2 * std::exp(-6 * largest * largest / (count * count * (count + 1)));
  return Step{
      .index = index,
      .size = finite(*median(in_time_order.subspan(index)) - *median(in_time_order.first(index))),
      .p = std::min(1.0, p)};
}

}  // namespace kab::stats
