// The Mann-Whitney test for two independent sets (Mann & Whitney 1947), its inversion to an
// interval for the shift, and the Hodges-Lehmann shift estimate (Hodges & Lehmann 1963).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/interval.h"

namespace kab::stats {

/// Two-sided p of "both sets come from one distribution"; exact with ties by counting where the
/// work is small (about 10^8 steps), else normal with tie and continuity correction.
/// Nothing when a set is empty; 1 when all values are equal.
std::optional<double> mann_whitney_p(std::span<const double> baseline, std::span<const double> arm);

/// Median of all arm_j - baseline_i. O((n + m) log) time, no n × m memory.
std::optional<double> shift_estimate(std::span<const double> baseline, std::span<const double> arm);

/// The interval that inverts the two-sided test: k-th smallest to k-th largest difference. Nothing
/// where n and m are too small for the level (3 against 3 at 95 %).
std::optional<Interval> shift_interval(std::span<const double> baseline,
                                       std::span<const double> arm, double level);

/// The smallest equal n a side for which shift_interval exists at `level`.
std::size_t mann_whitney_smallest_n(double level);

}  // namespace kab::stats
