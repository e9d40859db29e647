// The cut k of a rank interval: how many of the sorted averages or differences are left out at
// each end. Shared by the signed-rank and the Mann-Whitney interval.
#pragma once

#include <cstdint>
#include <span>

namespace kab::stats {

/// The largest k with 2 P(W < k) <= 1 - level, where lower_half[w] = P(W = w); 0 when there is
/// none. `lower_half` must reach the median of W.
std::uint64_t exact_cut(std::span<const double> lower_half, double level);

/// The same for a W taken as normal, with continuity correction.
std::uint64_t normal_cut(double mean, double standard_deviation, double level);

}  // namespace kab::stats
