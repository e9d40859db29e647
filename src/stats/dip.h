// Hartigan's dip: how far a set of values is from having one mode (Hartigan & Hartigan 1985).
#pragma once

#include <cstddef>
#include <span>

namespace kab::stats {

/// The largest distance between the distribution of `sorted` (ascending, not empty) and the
/// nearest distribution with one mode; at least 1 / (2n), at most 1/4. O(n) for each of a few
/// steps.
double dip(std::span<const double> sorted);

/// The dip that n uniform values exceed in 1 % of cases, n >= 12; within 2 % of simulated values.
double dip_critical_1_percent(std::size_t n);

}  // namespace kab::stats
