#include "stats/summary.h"

#include <vector>

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

const std::vector<double> kIguana = {50, 200, 150, 400, 750, 400, 150};
const std::vector<double> kChameleon = {150, 400, 720, 500, 930};

TEST(Median, OfAnEvenNumberIsTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median({{3, -1, 0, 2}}), 1);
  EXPECT_EQ(median({{1001561.5, 1008203, 1009651, 1000961}}), 1004882.25);
  EXPECT_EQ(median(kIguana), 200);
  EXPECT_EQ(median({{7}}), 7);
  EXPECT_FALSE(median({}));
}

// R 4.2: quantile(x, q, type = 7).
TEST(Quantile, AgreesWithRsType7) {
  EXPECT_EQ(quantile(kIguana, 0), 50);
  EXPECT_NEAR(quantile(kIguana, 0.1).value(), 110, 1e-12);
  EXPECT_EQ(quantile(kIguana, 0.25), 150);
  EXPECT_EQ(quantile(kIguana, 0.5), 200);
  EXPECT_NEAR(quantile(kIguana, 0.9).value(), 540, 1e-12);
  EXPECT_EQ(quantile(kIguana, 1), 750);
  EXPECT_FALSE(quantile({}, 0.5));
}

// The figures that ministat prints for its example files.
TEST(MeanAndStandardDeviation, AgreeWithMinistat) {
  EXPECT_NEAR(mean(kIguana).value(), 300, 1e-12);
  EXPECT_NEAR(mean(kChameleon).value(), 540, 1e-12);
  EXPECT_NEAR(standard_deviation(kIguana).value(), 238.047614284762, 1e-11);
  EXPECT_NEAR(standard_deviation(kChameleon).value(), 299.081928574764, 1e-11);
}

TEST(Mean, DoesNotOverflowAndDoesNotWander) {
  EXPECT_EQ(mean({{1e308, 1.5e308, 1.25e308}}), 1.25e308);
  EXPECT_EQ(mean({{-1e300, 1e300}}), 0);
  EXPECT_EQ(mean(std::vector<double>(100'000, 0.1)), 0.1);
  EXPECT_EQ(mean({{0, 0}}), 0);
  EXPECT_FALSE(mean({}));
}

TEST(Mean, KeepsSmallTermsBesideALargeSum) {
  // 1 + 10^5 × 10^-17: each term alone would be lost.
  std::vector<double> values(100'001, 1e-17);
  values.front() = 1;
  EXPECT_NEAR(mean(values).value() * 100'001 - 1, 1e-12, 3e-16);
}

TEST(StandardDeviation, NeedsTwoValuesAndIsZeroForEqualOnes) {
  EXPECT_FALSE(standard_deviation({}));
  EXPECT_FALSE(standard_deviation({{5}}));
  EXPECT_EQ(standard_deviation(std::vector<double>(1000, 0.1)), 0);
  EXPECT_NEAR(standard_deviation({{1e-300, 3e-300}}).value() / 1.4142135623730951e-300, 1, 1e-14);
  EXPECT_NEAR(standard_deviation({{1e300, 3e300}}).value() / 1.4142135623730951e300, 1, 1e-14);
}

// R 4.2: mad(x).
TEST(ScaledMad, AgreesWithR) {
  EXPECT_NEAR(scaled_mad(kIguana).value(), 222.39, 1e-10);
  EXPECT_NEAR(scaled_mad(kChameleon).value(), 326.172, 1e-10);
  EXPECT_FALSE(scaled_mad({}));
}

TEST(RelativeSpread, IsTheMadOverTheMedian) {
  EXPECT_NEAR(relative_spread(kIguana).value(), 222.39 / 200, 1e-12);
  EXPECT_NEAR(relative_spread({{-9, -10, -11}}).value(), 1.4826 / 10, 1e-12);
}

TEST(RelativeSpread, FallsBackToTheQuartilesWhereTheMadIsZero) {
  // Seven of twelve are 10: MAD 0, quartiles 10 and 13.
  EXPECT_NEAR(relative_spread({{10, 10, 10, 10, 10, 10, 10, 12, 13, 13, 14, 15}}).value(),
              3 / 1.349 / 10, 1e-12);
  EXPECT_EQ(relative_spread({{4, 4, 4, 4}}), 0);
}

TEST(RelativeSpread, IsNothingForAMedianOfZero) {
  EXPECT_FALSE(relative_spread({{-1, 0, 1}}));
  EXPECT_FALSE(relative_spread({}));
}

}  // namespace
}  // namespace kab::stats
