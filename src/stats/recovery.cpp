#include "stats/recovery.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "stats/distributions.h"
#include "stats/signed_rank.h"
#include "stats/summary.h"

namespace kab::stats {
namespace {

// Where `falling`, above 0 for small ratios and below 0 for large ones, passes 0.
std::optional<double> crossing(const std::function<double(double)>& falling) {
  constexpr double kFarthest = 1e9;
  double low = -1;
  double high = 1;
  while (falling(low) < 0 && low > -kFarthest) low *= 2;
  while (falling(high) > 0 && high < kFarthest) high *= 2;
  if (falling(low) < 0 || falling(high) > 0) return std::nullopt;
  constexpr int kSteps = 80;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = std::midpoint(low, high);
    (falling(middle) > 0 ? low : high) = middle;
  }
  return std::midpoint(low, high);
}

std::vector<double> scaled(std::span<const double> values, double factor) {
  std::vector<double> out(values.begin(), values.end());
  for (double& value : out) value *= factor;
  return out;
}

// Mean of a set and the variance of that mean.
struct Mean {
  double value = 0;
  double variance = 0;
  double freedom = 0;
};

Mean mean_of(std::span<const double> values) {
  const double deviation = *standard_deviation(values);
  const auto n = static_cast<double>(values.size());
  return {.value = *mean(values), .variance = deviation * deviation / n, .freedom = n - 1};
}

// Satterthwaite's, of a sum of variances of which one at least is above 0.
double freedom_of(std::span<const double> variances, std::span<const double> freedoms) {
  double sum = 0;
  for (const double variance : variances) sum += variance;
  double shares = 0;
  for (std::size_t i = 0; i < variances.size(); ++i)
    shares += variances[i] / sum * (variances[i] / sum) / freedoms[i];
  return 1 / shares;
}

}  // namespace

std::optional<ChangeRatio> paired_change_ratio(std::span<const double> lost,
                                               std::span<const double> by, double level) {
  const auto loss = signed_rank_interval(lost, level);
  if (!loss || (loss->low <= 0 && loss->high >= 0)) return std::nullopt;
  // A gain is a loss seen in a mirror: `lost` is made positive, so that the contrast falls.
  const double sign = loss->low > 0 ? 1 : -1;
  const auto x = scaled(lost, sign);
  const auto y = scaled(by, sign);
  const auto contrast = [&](double ratio) {
    std::vector<double> differences(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) differences[i] = y[i] - ratio * x[i];
    return differences;
  };
  const auto middle = crossing([&](double r) { return *hodges_lehmann(contrast(r)); });
  if (!middle) return std::nullopt;
  ChangeRatio result{.estimate = *middle, .interval = {}};
  const auto low =
      crossing([&](double r) { return signed_rank_interval(contrast(r), level)->low; });
  const auto high =
      crossing([&](double r) { return signed_rank_interval(contrast(r), level)->high; });
  if (low && high) result.interval = Interval{.low = *low, .high = *high};
  return result;
}

std::optional<ChangeRatio> unpaired_change_ratio(std::span<const double> baseline,
                                                 std::span<const double> lost,
                                                 std::span<const double> by, double level) {
  if (std::min({baseline.size(), lost.size(), by.size()}) < 2) return std::nullopt;
  const Mean base = mean_of(baseline);
  const Mean loss = mean_of(lost);
  const Mean fix = mean_of(by);
  const double x = loss.value - base.value;
  const double y = fix.value - base.value;
  if (x == 0 || base.variance + loss.variance + fix.variance == 0) return std::nullopt;
  const double ratio = y / x;
  const std::vector<double> parts = {fix.variance, ratio * ratio * loss.variance,
                                     (1 - ratio) * (1 - ratio) * base.variance};
  if (parts[0] + parts[1] + parts[2] == 0) return std::nullopt;
  const std::vector<double> freedoms = {fix.freedom, loss.freedom, base.freedom};
  const double t = student_two_sided_t(1 - level, freedom_of(parts, freedoms));
  // (y - r x)^2 <= t^2 (var fix + r^2 var loss + (1 - r)^2 var base), a quadratic in r.
  const double t2 = t * t;
  const double a = x * x - t2 * (loss.variance + base.variance);
  const double half_b = -x * y + t2 * base.variance;
  const double c = y * y - t2 * (fix.variance + base.variance);
  const double discriminant = half_b * half_b - a * c;
  if (a <= 0 || discriminant < 0) return std::nullopt;
  const double root = std::sqrt(discriminant);
  return ChangeRatio{
      .estimate = ratio,
      .interval = Interval{.low = (-half_b - root) / a, .high = (-half_b + root) / a}};
}

}  // namespace kab::stats
