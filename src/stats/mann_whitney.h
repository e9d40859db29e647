// The Mann-Whitney test for two independent sets (Mann & Whitney 1947), its inversion to an
// interval for the shift, and the Hodges-Lehmann shift estimate (Hodges & Lehmann 1963).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/interval.h"

namespace kab::stats {

/// The shift of `arm` against `baseline`, with the interval that inverts the test.
struct Shift {
  double estimate = 0;               // median of all differences arm_j - baseline_i
  std::optional<Interval> interval;  // nothing where n and m are too small (3 against 3 at 95 %)
  double p = 1;                      // two-sided, of "both sets come from one distribution"
  double error = 0;  // by how much estimate and ends may be off at most; 0: they are exact
};

/// All of it at once; nothing when a set is empty. Exact up to 100,000 values in all and for values
/// few of which differ, in O((n + m) log(n + m)). Above, the values are counted in cells: the
/// estimate and the ends of the interval are then off by `error`, at most kMostError of the
/// interval's width, and p is that of values which are equal within a cell. O(n + m).
std::optional<Shift> shift(std::span<const double> baseline, std::span<const double> arm,
                           double level);

inline constexpr double kMostError = 0.01;

/// Two-sided p of "both sets come from one distribution"; exact with ties by counting where the
/// work is small, else normal with tie and continuity correction. Nothing when a set is empty; 1
/// when all values are equal.
std::optional<double> mann_whitney_p(std::span<const double> baseline, std::span<const double> arm);

/// Median of all arm_j - baseline_i, exact. O((n + m) log(n + m)) time, no n × m memory.
std::optional<double> shift_estimate(std::span<const double> baseline, std::span<const double> arm);

/// The interval that inverts the two-sided test: k-th smallest to k-th largest difference, exact.
/// Nothing where n and m are too small for the level (3 against 3 at 95 %).
std::optional<Interval> shift_interval(std::span<const double> baseline,
                                       std::span<const double> arm, double level);

/// The smallest equal n a side for which shift_interval exists at `level`.
std::size_t mann_whitney_smallest_n(double level);

}  // namespace kab::stats
