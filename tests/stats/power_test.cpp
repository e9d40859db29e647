#include "stats/power.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

// R 4.2: expm1(0.01 * (1 + qnorm(0.8) / qnorm(0.975))).
TEST(DetectableChange, IsTheHalfWidthWithTheShareOfThePower) {
  EXPECT_NEAR(detectable_change(Interval{.low = 0.04, .high = 0.06}, 0.95).value(),
              0.0143967134398084, 1e-14);
}

TEST(DetectableChange, TakesTheIntervalOfTheRankTest) {
  const std::vector<double> log_ratios = {-0.01, 0.00, 0.01, 0.02, 0.03, 0.04};
  EXPECT_NEAR(detectable_change(log_ratios, 0.95).value(),
              detectable_change(Interval{.low = -0.01, .high = 0.04}, 0.95).value(), 1e-14);
  const std::vector<double> baseline = {1.00, 1.01, 1.02, 1.03};
  const std::vector<double> arm = {1.05, 1.06, 1.07, 1.08};
  EXPECT_NEAR(detectable_change(baseline, arm, 0.95).value(),
              detectable_change(Interval{.low = 0.02, .high = 0.08}, 0.95).value(), 1e-14);
}

TEST(DetectableChange, IsNothingWithoutAnInterval) {
  EXPECT_FALSE(detectable_change(std::vector<double>{1, 2, 3, 4, 5}, 0.95));
  EXPECT_FALSE(detectable_change(std::vector<double>{1, 2}, std::vector<double>{1, 2}, 0.95));
  EXPECT_FALSE(detectable_change(Interval{.low = -1e300, .high = 1e300}, 0.95));
}

TEST(DetectableChange, IsZeroWithoutSpread) {
  EXPECT_EQ(detectable_change(std::vector<double>(10, 0.5), 0.95), 0);
}

TEST(ValuesNeeded, GrowsWithTheSquareOfTheWidth) {
  // Half-width 2, 1 from the limit: twice too wide, so four times as many.
  EXPECT_EQ(values_needed(3, {.low = 1, .high = 5}, 24, 2), 96U);
  EXPECT_EQ(values_needed(-3, {.low = -5, .high = -1}, 24, 2), 96U);
  // The same inside the limits.
  EXPECT_EQ(values_needed(1, {.low = -1, .high = 3}, 24, 2), 96U);
}

TEST(ValuesNeeded, IsAlwaysMoreThanNWhileTheIntervalCrossesALimit) {
  // Lopsided: only the longer arm reaches over the limit.
  const auto needed = values_needed(0.008, {.low = 0.0079, .high = 0.0101}, 10, 0.01);
  EXPECT_GT(needed.value(), 10U);
}

TEST(ValuesNeeded, IsNWhereTheIntervalIsNarrowEnough) {
  EXPECT_EQ(values_needed(0.05, {.low = 0.04, .high = 0.06}, 12, 0.01), 12U);
  EXPECT_EQ(values_needed(0.05, {.low = 0.05, .high = 0.05}, 12, 0.01), 12U);
}

TEST(ValuesNeeded, IsNothingAtTheLimit) {
  EXPECT_FALSE(values_needed(0.01, {.low = 0, .high = 0.02}, 10, 0.01));
  EXPECT_FALSE(values_needed(-0.0100001, {.low = -0.02, .high = 0}, 10, 0.01));
  EXPECT_FALSE(values_needed(0, {.low = -0.01, .high = 0.01}, 10, 0));
}

TEST(ValuesNeeded, WithLimitZeroExcludesZero) {
  EXPECT_EQ(values_needed(1, {.low = -1, .high = 3}, 10, 0), 40U);
}

// Python: 24 * (0.03 * (1 + norm.ppf(q) / norm.ppf(0.975)) / distance)**2, q 0.8 for one end and
// 0.9 for both.
TEST(ValuesForPower, ComesFromTheWidthAndTheShareOfThePower) {
  const double distance = std::log1p(0.02) - std::log1p(0.01);
  EXPECT_EQ(values_for_power(0.03, 24, 0.95, distance, 0.8, Ends::kOne), 455U);
  EXPECT_EQ(values_for_power(0.03, 24, 0.95, std::log1p(0.01), 0.8, Ends::kBoth), 597U);
  EXPECT_EQ(values_for_power(0, 24, 0.95, 0.01, 0.8, Ends::kOne), 1U);
}

TEST(ValuesForPower, IsNothingWithoutADistanceOrForMoreThanAMillion) {
  EXPECT_FALSE(values_for_power(0.03, 24, 0.95, 0, 0.8, Ends::kOne));
  EXPECT_FALSE(values_for_power(10, 24, 0.95, 1e-6, 0.8, Ends::kBoth));
}

// Six values have 21 Walsh averages; at 95 % the interval is the whole range, 0 to 5.
TEST(TwoSampleHalfWidth, IsThatOfOneSetTimesTheSquareRootOfTwo) {
  EXPECT_NEAR(two_sample_half_width(std::vector<double>{0, 1, 2, 3, 4, 5}, 0.95).value(),
              2.5 * std::sqrt(2.0), 1e-12);
  EXPECT_FALSE(two_sample_half_width(std::vector<double>{0, 1, 2, 3, 4}, 0.95));
}

}  // namespace
}  // namespace kab::stats
