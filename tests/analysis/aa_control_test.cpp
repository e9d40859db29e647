#include "analysis/aa_control.h"

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

std::vector<double> wave(double middle, double step) {
  std::vector<double> values;
  for (int i = 0; i < 24; ++i) values.push_back(middle + step * (i * 5 % 9 - 4) + 0.001 * i);
  return values;
}

TEST(AaControl, ABaselineLikeItselfPassesAndShowsItsInterval) {
  const auto result = aa_control({}, model::time_metric(), wave(100, 1), wave(100.1, 1), {});
  EXPECT_TRUE(result.ok);
  EXPECT_NEAR(result.change.value(), 0.001, 1e-3);
  ASSERT_TRUE(result.interval);
  EXPECT_LT(result.interval->low, result.interval->high);
}

TEST(AaControl, FailsOnlyWhenTheDifferenceIsBothCertainAndLarge) {
  // Certain but under half the threshold of 1 %: passes.
  EXPECT_TRUE(aa_control({}, model::time_metric(), wave(100, 0), wave(100.4, 0), {}).ok);
  // Certain and over it: fails.
  EXPECT_FALSE(aa_control({}, model::time_metric(), wave(100, 0), wave(100.6, 0), {}).ok);
  // Large, but nothing certain about it.
  std::vector<double> wild;
  for (int i = 0; i < 24; ++i) wild.push_back(i % 2 == 0 ? 60 : 160);
  EXPECT_TRUE(aa_control({}, model::time_metric(), wave(100, 0), wild, {}).ok);
}

TEST(AaControl, WithTooFewBlocksThereIsNoIntervalAndNoFailure) {
  const std::vector<double> few = {100, 101, 102};
  const auto result =
      aa_control({}, model::time_metric(), few, std::vector<double>{200, 201, 202}, {});
  EXPECT_TRUE(result.ok);
  EXPECT_FALSE(result.interval);
}

}  // namespace
}  // namespace kab::analysis
