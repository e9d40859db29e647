// The exact null distribution of the Mann-Whitney U, without and with ties. U counts the pairs in
// which the value of the chosen set is above the other's; an equal pair counts one half.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kab::stats {

/// P(U = u) for u = 0 … limit when no values are equal, sets of n and m values; limit <= n × m.
/// Nothing where this takes more than about 10^8 steps. From the generating function of the counts,
/// the Gaussian binomial coefficient: product over i = 1 … n of (1 - q^(m+i)) / (1 - q^i).
std::optional<std::vector<double>> untied_u_null(std::uint64_t n, std::uint64_t m,
                                                 std::uint64_t limit);

/// P(2U <= u2) when the pooled values, ascending, fall into groups of `tie_sizes` equal values and
/// every subset of `chosen` of them is equally likely. Nothing where this takes more than about
/// 10^8 steps. `chosen` should be the smaller set.
std::optional<double> u_tail(std::span<const std::uint64_t> tie_sizes, std::uint64_t chosen,
                             std::uint64_t u2);

}  // namespace kab::stats
