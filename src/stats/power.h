// What an experiment could show, and how much larger it would have to be: from the interval it has
// now, whose width shrinks with the square root of n. Estimates, not promises.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/interval.h"

namespace kab::stats {

/// The smallest change that an interval as wide as this one, at `level`, would show as different
/// from none in about 80 % of repetitions: half the width × (1 + z_0.8 / z_level). `on_logs` is of
/// log ratios; the result is a fraction, 0.02 for a rise by 2 %. Nothing when it leaves the range
/// of a double.
std::optional<double> detectable_change(const Interval& on_logs, double level);

/// The same from paired log ratios, by their signed-rank interval; nothing where that has none.
std::optional<double> detectable_change(std::span<const double> log_ratios, double level);

/// The same from the logs of two independent sets, by their Mann-Whitney interval.
std::optional<double> detectable_change(std::span<const double> baseline_logs,
                                        std::span<const double> arm_logs, double level);

/// More than this many values is no advice: values_needed gives nothing instead.
inline constexpr std::size_t kMostValuesNeeded = 1'000'000;

/// How many blocks, or values a side, are needed in all (not in addition to n) for an interval
/// around the same estimate to lie wholly on one side of both limits, -limit and +limit: beyond
/// one of them or between them. On logs, a threshold d has the limit ln(1 + d); with limit 0 the
/// interval has to exclude 0. `interval` is that of `estimate` from n; its longer arm counts.
/// At least n. Nothing when the estimate sits on a limit (more than kMostValuesNeeded).
std::optional<std::size_t> values_needed(double estimate, const Interval& interval, std::size_t n,
                                         double limit);

/// The half width of the interval that two sets of n values each would have, both spread as these
/// logs are: the signed-rank half width of the one set times the square root of 2. Nothing where n
/// is too small for that interval.
std::optional<double> two_sample_half_width(std::span<const double> logs, double level);

/// How many values are needed in all, so that in `power` (0.8) of repetitions the interval at
/// `level`, of this half width at n, ends nearer than `distance` to a true value: its end wanders
/// with the estimate, of which the interval's own width tells the spread. kOne: only the end
/// towards a limit counts (a true change that far beyond a threshold); kBoth: both do (no
/// change, thresholds on either side). The power normal theory gives; nothing above
/// kMostValuesNeeded or for a distance of 0.
enum class Ends { kOne, kBoth };
std::optional<std::size_t> values_for_power(double half_width, std::size_t n, double level,
                                            double distance, double power, Ends ends);

}  // namespace kab::stats
