// The k-th smallest of all pairwise averages or differences, without building them all: they are
// counted in O(n + m) up to bounds that close in on it (Johnson & Mizoguchi 1978), the ordered bit
// patterns of doubles being the places, so exact.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/weighted.h"

namespace kab::stats {

/// `values` in ascending order, as the functions below want them.
std::vector<double> sorted_copy(std::span<const double> values);

/// k-th smallest (from 1) Walsh average (x_i + x_j) / 2, i <= j, of values sorted ascending.
double kth_walsh_average(std::span<const double> sorted, std::uint64_t k);

/// k-th smallest (from 1) difference b_j - a_i of two sets sorted ascending.
double kth_difference(std::span<const double> sorted_a, std::span<const double> sorted_b,
                      std::uint64_t k);

/// The same of two sets whose equal values stand together already.
double kth_difference(const Weighted& a, const Weighted& b, std::uint64_t k);

}  // namespace kab::stats
