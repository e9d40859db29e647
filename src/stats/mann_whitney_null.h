// The exact null distribution of the Mann-Whitney U, without and with ties. U counts the pairs in
// which the value of the chosen set is above the other's; an equal pair counts one half.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kab::stats {

/// P(U = u) for u = 0 … limit when no values are equal, sets of n and m values; limit <= n × m.
/// Nothing where this takes more than 3 × 10^7 steps (391 values a side; a tenth of a second) or
/// three million numbers. From the generating function of the counts, the Gaussian binomial
/// coefficient: product over i = 1 … n of (1 - q^(m+i)) / (1 - q^i).
std::optional<std::vector<double>> untied_u_null(std::uint64_t n, std::uint64_t m,
                                                 std::uint64_t limit);

/// P(2U <= u2) when the pooled values, ascending, fall into groups of `tie_sizes` equal values and
/// every subset of `chosen` of them is equally likely. Nothing where this takes more than about
/// 3 × 10^7 steps (88 values a side). `chosen` should be the smaller set.
std::optional<double> u_tail(std::span<const std::uint64_t> tie_sizes, std::uint64_t chosen,
                             std::uint64_t u2);

/// The cut of the interval at `level`: exact where untied_u_null() is, else of the normal
/// approximation; 0 where n and m are too small for the level.
std::uint64_t u_cut(std::uint64_t n, std::uint64_t m, double level);

/// Two-sided p of 2U = u2 by the normal approximation with continuity and tie correction; `tied`
/// is the sum of t^3 - t over the groups of t equal values among all n + m, which are not all
/// equal.
double u_normal_p(std::uint64_t n, std::uint64_t m, double tied, double u2);

}  // namespace kab::stats
