// Wilcoxon's signed-rank test (Wilcoxon 1945) with Pratt's treatment of zeros (Pratt 1959), its
// inversion to an interval, and the Hodges-Lehmann estimate (Hodges & Lehmann 1963).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/interval.h"

namespace kab::stats {

/// Largest n for which the null distribution is counted exactly; above it the normal approximation
/// with continuity and tie correction.
inline constexpr std::size_t kSignedRankExactUpTo = 500;

/// Two-sided p of "the differences are symmetric about 0". Ties share mid-ranks, zeros are ranked
/// and then left out (Pratt). Exact by counting (ties included) up to kSignedRankExactUpTo.
/// Nothing for an empty set; 1 when all differences are 0.
std::optional<double> signed_rank_p(std::span<const double> differences);

/// The Hodges-Lehmann estimate: the median of all Walsh averages (x_i + x_j) / 2, i <= j.
/// O(n log n) time, O(n) memory.
std::optional<double> hodges_lehmann(std::span<const double> differences);

/// The interval that inverts the two-sided test: from the k-th smallest to the k-th largest Walsh
/// average, where k is the largest with 2 P(W < k) <= 1 - level. Nothing where no such k >= 1
/// exists (n < 6 at 95 %).
std::optional<Interval> signed_rank_interval(std::span<const double> differences, double level);

/// The smallest n for which signed_rank_interval exists at `level`.
std::size_t signed_rank_smallest_n(double level);

}  // namespace kab::stats
