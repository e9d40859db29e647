#include "analysis/verdict.h"

#include <cmath>

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

using model::Verdict;

Effect effect_between(double low, double high) {
  return {.log_ratio = (low + high) / 2,
          .log_interval = Interval{low, high},
          .difference = 100 * (low + high) / 2,
          .difference_interval = Interval{100 * low, 100 * high}};
}

Verdict verdict(const Effect& effect, const std::string& thresholds,
                const model::Metric& metric = model::time_metric()) {
  return verdict_of(effect, model::parse_thresholds(thresholds).value(), metric).value();
}

TEST(Verdict, BeyondTheThresholdIsSlowerOrFasterByDirection) {
  EXPECT_EQ(verdict(effect_between(0.02, 0.04), "1%"), Verdict::kSlower);
  EXPECT_EQ(verdict(effect_between(-0.04, -0.02), "1%"), Verdict::kFaster);
  const model::Metric rate{.name = "n", .unit = "B/s", .better = model::Better::kHigher};
  EXPECT_EQ(verdict(effect_between(0.02, 0.04), "1%", rate), Verdict::kFaster);
  EXPECT_EQ(verdict(effect_between(-0.04, -0.02), "1%", rate), Verdict::kSlower);
}

TEST(Verdict, InsideTheThresholdIsSameAndAcrossItUndecided) {
  EXPECT_EQ(verdict(effect_between(-0.005, 0.009), "1%"), Verdict::kSame);
  EXPECT_EQ(verdict(effect_between(0.005, 0.02), "1%"), Verdict::kUndecided);
  EXPECT_EQ(verdict(effect_between(-0.02, 0.02), "1%"), Verdict::kUndecided);
}

TEST(Verdict, ARelativeThresholdIsSymmetricOnTheLogScale) {
  const double limit = std::log1p(0.01);
  EXPECT_EQ(verdict(effect_between(-limit, limit), "1%"), Verdict::kSame);
  EXPECT_EQ(verdict(effect_between(-limit - 1e-9, limit), "1%"), Verdict::kUndecided);
  EXPECT_EQ(verdict(effect_between(limit, limit + 1), "1%"), Verdict::kUndecided);
}

TEST(Verdict, AtThresholdZeroOnlyAnIntervalOfNothingIsSame) {
  EXPECT_EQ(verdict(effect_between(1e-6, 0.1), "0"), Verdict::kSlower);
  EXPECT_EQ(verdict(effect_between(-1e-6, 0.1), "0"), Verdict::kUndecided);
  EXPECT_EQ(verdict(effect_between(0, 0), "0"), Verdict::kSame);
}

TEST(Verdict, SeveralThresholdsMustAllBeExceeded) {
  // +2 to +4 %, and +2 to +4 ns.
  EXPECT_EQ(verdict(effect_between(0.02, 0.04), "1%,1ns"), Verdict::kSlower);
  EXPECT_EQ(verdict(effect_between(0.02, 0.04), "1%,5ns"), Verdict::kSame);
  EXPECT_EQ(verdict(effect_between(0.02, 0.04), "1%,3ns"), Verdict::kUndecided);
}

TEST(Verdict, WithoutAnIntervalThereIsNone) {
  EXPECT_EQ(verdict(Effect{}, "1%"), Verdict::kUndecided);
  EXPECT_EQ(verdict(Effect{}, "0"), Verdict::kUndecided);
}

TEST(Verdict, AThresholdThatDoesNotFitTheMetricIsAnInputError) {
  const auto result = verdict_of(effect_between(0, 1), model::parse_thresholds("2insn").value(),
                                 model::time_metric());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kInput);
}

}  // namespace
}  // namespace kab::analysis
