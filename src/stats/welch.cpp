#include "stats/welch.h"

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"
#include "stats/scaling.h"
#include "stats/summary.h"

namespace kab::stats {
namespace {

// A set's mean and the variance of that mean.
struct Side {
  double mean = 0;
  double variance = 0;
  double degrees_of_freedom = 0;  // n - 1
};

// n >= 2. As of the values times `scale`, so that squares stay in range.
Side side_of(std::span<const double> values, double scale) {
  const double deviation = *standard_deviation(values) * scale;
  const auto n = static_cast<double>(values.size());
  return {.mean = *mean(values) * scale,
          .variance = deviation * deviation / n,
          .degrees_of_freedom = n - 1};
}

// Of the sum of two mean's variances (Satterthwaite 1946); one of them is above 0. By shares, since
// squares of small variances would vanish.
double satterthwaite(double a, double a_freedom, double b, double b_freedom) {
  const double a_share = a / (a + b);
  const double b_share = b / (a + b);
  return 1 / (a_share * a_share / a_freedom + b_share * b_share / b_freedom);
}

}  // namespace

std::optional<WelchResult> welch(std::span<const double> baseline, std::span<const double> arm,
                                 double level) {
  if (baseline.size() < 2 || arm.size() < 2) return std::nullopt;
  const double scale = scale_for(std::max(largest_magnitude(baseline), largest_magnitude(arm)));
  const Side a = side_of(baseline, scale);
  const Side b = side_of(arm, scale);
  const double variance = a.variance + b.variance;
  if (variance == 0) return std::nullopt;
  const double freedom =
      satterthwaite(a.variance, a.degrees_of_freedom, b.variance, b.degrees_of_freedom);
  const double difference = b.mean - a.mean;
  const double error = std::sqrt(variance);
  const double half_width = student_two_sided_t(1 - level, freedom) * error;
  return WelchResult{.difference = finite(difference / scale),
                     .p = student_two_sided_p(difference / error, freedom),
                     .degrees_of_freedom = freedom,
                     .interval = {.low = finite((difference - half_width) / scale),
                                  .high = finite((difference + half_width) / scale)}};
}

std::optional<Interval> fieller_ratio(std::span<const double> baseline, std::span<const double> arm,
                                      double level) {
  if (baseline.size() < 2 || arm.size() < 2) return std::nullopt;
  const double a_scale = scale_for(largest_magnitude(baseline));
  const double b_scale = scale_for(largest_magnitude(arm));
  const Side a = side_of(baseline, a_scale);
  const Side b = side_of(arm, b_scale);
  if (a.mean == 0 || a.variance + b.variance == 0) return std::nullopt;
  // The ratio r is in the interval when (b - r a)^2 <= t^2 (var b + r^2 var a).
  const double ratio = b.mean / a.mean;
  const double a_part = ratio * ratio * a.variance;
  if (!(a_part + b.variance > 0)) return std::nullopt;
  const double t = student_two_sided_t(
      1 - level, satterthwaite(a_part, a.degrees_of_freedom, b.variance, b.degrees_of_freedom));
  const double quadratic = a.mean * a.mean - t * t * a.variance;
  if (quadratic <= 0) return std::nullopt;
  const double root = t * std::sqrt(b.variance * quadratic + b.mean * b.mean * a.variance);
  const double unscale = a_scale / b_scale;
  const Interval interval{.low = (a.mean * b.mean - root) / quadratic * unscale,
                          .high = (a.mean * b.mean + root) / quadratic * unscale};
  if (!std::isfinite(interval.low) || !std::isfinite(interval.high)) return std::nullopt;
  return interval;
}

}  // namespace kab::stats
