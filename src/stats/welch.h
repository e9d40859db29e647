// Welch's t test and interval for two independent sets with unequal variances (Welch 1947), and
// Fieller's interval for the ratio of their means (Fieller 1954).
#pragma once

#include <optional>
#include <span>

#include "base/interval.h"

namespace kab::stats {

struct WelchResult {
  double difference = 0;  // mean(arm) - mean(baseline)
  double p = 1;           // two-sided
  double degrees_of_freedom = 0;
  Interval interval;  // of the difference, at the level asked for
};

/// Nothing when a side has fewer than 2 values or neither side has any variance ("not applicable").
std::optional<WelchResult> welch(std::span<const double> baseline, std::span<const double> arm,
                                 double level);

/// Fieller's interval for the ratio mean(arm) / mean(baseline) of independent sets, with Welch's
/// degrees of freedom at the observed ratio. Nothing when the baseline's mean is not clearly away
/// from 0 (the interval would be unbounded), and where welch() gives nothing.
std::optional<Interval> fieller_ratio(std::span<const double> baseline, std::span<const double> arm,
                                      double level);

}  // namespace kab::stats
