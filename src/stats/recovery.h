// How much of one change another one takes back: the ratio of two changes from the same baseline,
// with an interval by Fieller's argument (Fieller 1954): a ratio belongs to it when a test does not
// reject that `by` = ratio × `lost`. It needs no division by an uncertain number.
#pragma once

#include <optional>
#include <span>

#include "base/interval.h"

namespace kab::stats {

struct ChangeRatio {
  double estimate = 0;  // 0: all taken back, 1: nothing, below 0: more than there was
  std::optional<Interval> interval;
};

/// Of paired log-ratios to one baseline, a block each, of equal length. The test is the signed rank
/// of by_i - ratio × lost_i, so the interval keeps its level where these differences are symmetric.
/// Nothing unless the signed-rank interval of `lost` leaves out 0: any ratio would do.
std::optional<ChangeRatio> paired_change_ratio(std::span<const double> lost,
                                               std::span<const double> by, double level);

/// Of the logs of three independent sets: a t test of the contrast by - ratio × lost - (1 - ratio)
/// × baseline of their means, with Satterthwaite's degrees of freedom at the estimate (Zerbe 1978
/// has Fieller's theorem for contrasts). Nothing where a set has fewer than 2 values, none has any
/// variance, or the loss is not clearly away from 0.
std::optional<ChangeRatio> unpaired_change_ratio(std::span<const double> baseline,
                                                 std::span<const double> lost,
                                                 std::span<const double> by, double level);

}  // namespace kab::stats
