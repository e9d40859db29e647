#include "stats/mann_whitney.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "stats/cells.h"
#include "stats/cut.h"
#include "stats/mann_whitney_null.h"
#include "stats/order_statistics.h"
#include "stats/subset.h"
#include "stats/weighted.h"

namespace kab::stats {
namespace {

constexpr std::size_t kExactUpTo = 100'000;  // values in all

// The pooled values in ascending order, equal ones together.
struct Tie {
  std::uint64_t chosen = 0;  // from the smaller set
  std::uint64_t other = 0;
};

std::vector<Tie> pooled(const Weighted& chosen, const Weighted& other) {
  std::vector<Tie> ties;
  const auto x = chosen.values();
  const auto y = other.values();
  for (std::size_t i = 0, j = 0; i < x.size() || j < y.size();) {
    const bool has_chosen = j == y.size() || (i < x.size() && x[i] <= y[j]);
    const bool has_other = i == x.size() || (j < y.size() && y[j] <= x[i]);
    Tie tie;
    if (has_chosen) tie.chosen = chosen.count(i);
    if (has_other) tie.other = other.count(j);
    i += has_chosen ? 1 : 0;
    j += has_other ? 1 : 0;
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

double tied(std::uint64_t size) {
  const auto t = static_cast<double>(size);
  return t * t * t - t;
}

double p_of(const Weighted& baseline, const Weighted& arm) {
  const bool arm_is_smaller = arm.total() <= baseline.total();
  const Weighted& chosen = arm_is_smaller ? arm : baseline;
  const Weighted& other = arm_is_smaller ? baseline : arm;
  const auto ties = pooled(chosen, other);
  if (ties.size() == 1) return 1;
  std::vector<std::uint64_t> sizes(ties.size());
  std::transform(ties.begin(), ties.end(), sizes.begin(),
                 [](const Tie& tie) { return tie.chosen + tie.other; });
  const std::uint64_t u2 = doubled_u(ties);
  if (const auto exact = exact_p(sizes, chosen.total(), other.total(), u2)) return *exact;
  double all_tied = 0;
  for (const std::uint64_t size : sizes) all_tied += tied(size);
  return u_normal_p(chosen.total(), other.total(), all_tied, static_cast<double>(u2));
}

double estimate_of(const Weighted& a, const Weighted& b) {
  const std::uint64_t pairs = a.total() * b.total();
  const double low = kth_difference(a, b, (pairs + 1) / 2);
  return pairs % 2 == 1 ? low : std::midpoint(low, kth_difference(a, b, pairs / 2 + 1));
}

std::optional<Interval> interval_of(const Weighted& a, const Weighted& b, double level) {
  const std::uint64_t k = u_cut(a.total(), b.total(), level);
  if (k == 0) return std::nullopt;
  const std::uint64_t pairs = a.total() * b.total();
  return Interval{.low = kth_difference(a, b, k), .high = kth_difference(a, b, pairs + 1 - k)};
}

Shift exact_shift(const Weighted& a, const Weighted& b, double level) {
  return {.estimate = estimate_of(a, b), .interval = interval_of(a, b, level), .p = p_of(a, b)};
}

double p_of(const Cells& a, const Cells& b) {
  double all_tied = 0;
  for (std::size_t i = 0; i < a.counts().size(); ++i) {
    const std::int64_t position = a.first() + static_cast<std::int64_t>(i);
    all_tied += tied(a.counts()[i] + b.from(position) - b.from(position + 1));
  }
  const CellDifferences differences(a, b);
  const double pairs = static_cast<double>(a.total()) * static_cast<double>(b.total());
  const auto up_to_equal = static_cast<double>(differences.count_up_to(0));
  const auto below = static_cast<double>(differences.count_up_to(-1));
  return u_normal_p(a.total(), b.total(), all_tied, 2 * pairs - up_to_equal - below);
}

std::optional<Shift> shift_in_cells(std::span<const double> baseline, std::span<const double> arm,
                                    double level, double width) {
  if (!(width > 0) || !std::isfinite(width)) return std::nullopt;
  const auto a = Cells::of(baseline, width);
  const auto b = a ? Cells::of(arm, width) : std::nullopt;
  if (!b) return std::nullopt;
  const CellDifferences differences(*a, *b);
  const std::uint64_t pairs = a->total() * b->total();
  const std::uint64_t k = u_cut(a->total(), b->total(), level);
  const auto middle = differences.kth((pairs + 1) / 2);
  const auto low = k == 0 ? std::nullopt : differences.kth(k);
  const auto high = k == 0 ? std::nullopt : differences.kth(pairs + 1 - k);
  if (!middle || !low || !high) return std::nullopt;
  return Shift{.estimate = *middle * width,
               .interval = Interval{.low = *low * width, .high = *high * width},
               .p = p_of(*a, *b),
               .error = 2 * width};
}

// From the interval of a few values a side, as intervals narrow with the root of n.
double expected_width(std::span<const double> baseline, std::span<const double> arm, double level) {
  constexpr std::size_t kFew = 4000;
  const auto a = subset(baseline, kFew);
  const auto b = subset(arm, kFew);
  const auto interval = shift_interval(a, b, level);
  if (!interval) return 0;
  const auto share = [](std::size_t n) { return 1 / static_cast<double>(n); };
  return (interval->high - interval->low) * std::sqrt((share(baseline.size()) + share(arm.size())) /
                                                      (share(a.size()) + share(b.size())));
}

// Nothing where no width of cells keeps the error small: values in two places far apart, say.
std::optional<Shift> approximate_shift(std::span<const double> baseline,
                                       std::span<const double> arm, double level) {
  constexpr double kShare = 0.9;  // what is expected may be a little too wide
  double width = expected_width(baseline, arm, level) * kShare * kMostError / 2;
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto found = shift_in_cells(baseline, arm, level, width);
    if (!found) return std::nullopt;
    const double most = kMostError * (found->interval->high - found->interval->low);
    if (found->error <= most) return found;
    width = std::min(kShare * most / 2, width / 2);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Shift> shift(std::span<const double> baseline, std::span<const double> arm,
                           double level) {
  if (baseline.empty() || arm.empty()) return std::nullopt;
  if (baseline.size() + arm.size() > kExactUpTo) {
    const auto few_a = Weighted::of_few_different(baseline);
    const auto few_b = few_a ? Weighted::of_few_different(arm) : std::nullopt;
    if (few_b) return exact_shift(*few_a, *few_b, level);
    if (const auto found = approximate_shift(baseline, arm, level)) return found;
  }
  return exact_shift(Weighted::of(baseline), Weighted::of(arm), level);
}

std::optional<double> mann_whitney_p(std::span<const double> baseline,
                                     std::span<const double> arm) {
  if (baseline.empty() || arm.empty()) return std::nullopt;
  return p_of(Weighted::of(baseline), Weighted::of(arm));
}

std::optional<double> shift_estimate(std::span<const double> baseline,
                                     std::span<const double> arm) {
  if (baseline.empty() || arm.empty()) return std::nullopt;
  return estimate_of(Weighted::of(baseline), Weighted::of(arm));
}

std::optional<Interval> shift_interval(std::span<const double> baseline,
                                       std::span<const double> arm, double level) {
  if (baseline.empty() || arm.empty()) return std::nullopt;
  return interval_of(Weighted::of(baseline), Weighted::of(arm), level);
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
