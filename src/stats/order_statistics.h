// The k-th smallest of all pairwise averages or differences, without building them all: bisection
// over the ordered bit patterns of doubles, so exact, in at most 64 steps of O(n + m).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kab::stats {

/// `values` in ascending order, as the functions below want them.
std::vector<double> sorted_copy(std::span<const double> values);

/// k-th smallest (from 1) Walsh average (x_i + x_j) / 2, i <= j, of values sorted ascending.
double kth_walsh_average(std::span<const double> sorted, std::uint64_t k);

/// k-th smallest (from 1) difference b_j - a_i of two sets sorted ascending.
double kth_difference(std::span<const double> sorted_a, std::span<const double> sorted_b,
                      std::uint64_t k);

}  // namespace kab::stats
