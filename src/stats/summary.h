// Summaries of one set of values. All take values in any order and refuse none: what cannot be
// computed (empty set) is nothing, never NaN.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace kab::stats {

/// Median; for an even count the mean of the middle two.
std::optional<double> median(std::span<const double> values);

/// Quantile q in [0, 1] by linear interpolation between order statistics (Hyndman & Fan type 7).
std::optional<double> quantile(std::span<const double> values, double q);

/// Arithmetic mean, without overflow for values up to 1e300.
std::optional<double> mean(std::span<const double> values);

/// Sample standard deviation (n - 1); nothing for n < 2.
std::optional<double> standard_deviation(std::span<const double> values);

/// Median absolute deviation times 1.4826 (consistent with the standard deviation of a normal).
std::optional<double> scaled_mad(std::span<const double> values);

/// scaled_mad / |median|: the relative spread that tables print. Nothing when the median is 0.
/// Where the MAD is 0 although values differ, the interquartile range / 1.349 stands in.
std::optional<double> relative_spread(std::span<const double> values);

}  // namespace kab::stats
