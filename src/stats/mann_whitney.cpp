#include "stats/mann_whitney.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "stats/cut.h"
#include "stats/distributions.h"
#include "stats/mann_whitney_null.h"
#include "stats/order_statistics.h"

namespace kab::stats {
namespace {

// The pooled values in ascending order, equal ones together.
struct Tie {
  std::uint64_t chosen = 0;  // from the smaller set
  std::uint64_t other = 0;
};

std::vector<Tie> pooled(const std::vector<double>& chosen, const std::vector<double>& other) {
  std::vector<Tie> ties;
  for (std::size_t i = 0, j = 0; i < chosen.size() || j < other.size();) {
    const bool from_chosen = j == other.size() || (i < chosen.size() && chosen[i] <= other[j]);
    const double value = from_chosen ? chosen[i] : other[j];
    Tie tie;
    for (; i < chosen.size() && chosen[i] == value; ++i) ++tie.chosen;
    for (; j < other.size() && other[j] == value; ++j) ++tie.other;
    ties.push_back(tie);
  }
  return ties;
}

// Twice the number of pairs in which the chosen value is above the other; an equal pair is half.
std::uint64_t doubled_u(std::span<const Tie> ties) {
  std::uint64_t sum = 0;
  std::uint64_t others_below = 0;
  for (const Tie& tie : ties) {
    sum += tie.chosen * (2 * others_below + tie.other);
    others_below += tie.other;
  }
  return sum;
}

// Both tails by counting, the smaller of them doubled; nothing where that is too much work.
std::optional<double> exact_p(std::vector<std::uint64_t> tie_sizes, std::uint64_t n,
                              std::uint64_t m, std::uint64_t u2) {
  const std::uint64_t mirrored_u2 = 2 * n * m - u2;
  if (mirrored_u2 < u2) std::reverse(tie_sizes.begin(), tie_sizes.end());
  const auto near_tail = u_tail(tie_sizes, n, std::min(u2, mirrored_u2));
  if (!near_tail) return std::nullopt;
  if (*near_tail <= 0.5) return std::min(1.0, 2 * *near_tail);
  // With ties the distribution may be so skewed that the other tail is the smaller one.
  std::reverse(tie_sizes.begin(), tie_sizes.end());
  const auto far_tail = u_tail(tie_sizes, n, std::max(u2, mirrored_u2));
  if (!far_tail) return std::nullopt;
  return std::min(1.0, 2 * std::min(*near_tail, *far_tail));
}

double normal_p(std::span<const std::uint64_t> tie_sizes, std::uint64_t n, std::uint64_t m,
                std::uint64_t u2) {
  const auto pairs = static_cast<double>(n) * static_cast<double>(m);
  const auto all = static_cast<double>(n + m);
  double tied = 0;
  for (const std::uint64_t size : tie_sizes) {
    const auto t = static_cast<double>(size);
    tied += (t * t * t - t) / (all * (all - 1));
  }
  const double variance = pairs / 12 * (all + 1 - tied);
  const double off_mean = std::abs(static_cast<double>(u2) - pairs) / 2;
  return normal_two_sided_p(std::max(0.0, off_mean - 0.5) / std::sqrt(variance));
}

std::uint64_t cut(std::uint64_t n, std::uint64_t m, double level) {
  const std::uint64_t half = n * m / 2;
  if (const auto lower_half = untied_u_null(n, m, half)) return exact_cut(*lower_half, level);
  const auto pairs = static_cast<double>(n) * static_cast<double>(m);
  return normal_cut(pairs / 2, std::sqrt(pairs / 12 * static_cast<double>(n + m + 1)), level);
}

}  // namespace

std::optional<double> mann_whitney_p(std::span<const double> baseline,
                                     std::span<const double> arm) {
  if (baseline.empty() || arm.empty()) return std::nullopt;
  const auto& chosen = arm.size() <= baseline.size() ? arm : baseline;
  const auto& other = arm.size() <= baseline.size() ? baseline : arm;
  const auto ties = pooled(sorted_copy(chosen), sorted_copy(other));
  if (ties.size() == 1) return 1;
  std::vector<std::uint64_t> sizes(ties.size());
  std::transform(ties.begin(), ties.end(), sizes.begin(),
                 [](const Tie& tie) { return tie.chosen + tie.other; });
  const std::uint64_t u2 = doubled_u(ties);
  if (const auto exact = exact_p(sizes, chosen.size(), other.size(), u2)) return exact;
  return normal_p(sizes, chosen.size(), other.size(), u2);
}

std::optional<double> shift_estimate(std::span<const double> baseline,
                                     std::span<const double> arm) {
  if (baseline.empty() || arm.empty()) return std::nullopt;
  const auto a = sorted_copy(baseline);
  const auto b = sorted_copy(arm);
  const std::uint64_t pairs = std::uint64_t{a.size()} * b.size();
  const double low = kth_difference(a, b, (pairs + 1) / 2);
  return pairs % 2 == 1 ? low : std::midpoint(low, kth_difference(a, b, pairs / 2 + 1));
}

std::optional<Interval> shift_interval(std::span<const double> baseline,
                                       std::span<const double> arm, double level) {
  const std::uint64_t pairs = std::uint64_t{baseline.size()} * arm.size();
  if (pairs == 0) return std::nullopt;
  const std::uint64_t k = cut(baseline.size(), arm.size(), level);
  if (k == 0) return std::nullopt;
  const auto a = sorted_copy(baseline);
  const auto b = sorted_copy(arm);
  return Interval{.low = kth_difference(a, b, k), .high = kth_difference(a, b, pairs + 1 - k)};
}

std::size_t mann_whitney_smallest_n(double level) {
  // There is a cut when U = 0 alone, of probability n! n! / (2n)!, may be left out.
  std::size_t n = 1;
  for (double separate = 0.5; exact_cut({&separate, 1}, level) == 0; ++n) {
    const auto next = static_cast<double>(n + 1);
    separate *= next / (2 * (2 * next - 1));
  }
  return n;
}

}  // namespace kab::stats
