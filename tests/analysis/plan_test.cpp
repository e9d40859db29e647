#include "analysis/plan.h"

#include <cmath>

#include <gtest/gtest.h>

#include "analysis/judge_sets.h"
#include "analysis/unpaired.h"
#include "base/random.h"
#include "support/made_sides.h"

namespace kab::analysis {
namespace {

model::Comparison measured(double change, Interval interval, std::size_t n) {
  model::Comparison one;
  one.metric = model::time_metric();
  one.baseline_n = one.arm_n = n;
  one.baseline_median = 100;
  one.change = change;
  one.interval = interval;
  return one;
}

// Half width 0.03 on logs at n = 24; the numbers are those of stats/power_test.cpp.
TEST(Plan, SaysHowManyTwiceTheThresholdAndNoChangeNeed) {
  const auto plan = plan_of(measured(std::expm1(0.02), {std::expm1(-0.01), std::expm1(0.05)}, 24),
                            {}, Design::kPaired);
  EXPECT_EQ(plan.n, 24U);
  EXPECT_EQ(plan.for_twice, 455U);
  EXPECT_EQ(plan.for_none, 597U);
  EXPECT_GT(plan.as_observed.value(), 24U);
}

TEST(Plan, NeverGoesBelowWhatAnIntervalTakes) {
  const auto plan = plan_of(measured(0, {-1e-9, 1e-9}, 24), {}, Design::kPaired);
  EXPECT_EQ(plan.for_twice, 6U);
  EXPECT_EQ(plan.for_none, 6U);
}

TEST(Plan, SetsAnAbsoluteThresholdAgainstTheBaseline) {
  const auto one = measured(0.001, {-0.02, 0.02}, 24);
  const Policy one_ns{.thresholds = model::parse_thresholds("1ns").value()};
  EXPECT_EQ(plan_of(one, one_ns, Design::kPaired).for_none,
            plan_of(one, {}, Design::kPaired).for_none);
}

TEST(Plan, TakesTheLargestOfSeveralThresholdsSinceAllMustBeExceeded) {
  EXPECT_NEAR(
      log_limit(model::parse_thresholds("1%,5ns").value(), model::time_metric(), 100.0).value(),
      std::log1p(0.05), 1e-12);
  EXPECT_NEAR(
      log_limit(model::parse_thresholds("1%,0.5%").value(), model::time_metric(), {}).value(),
      std::log1p(0.01), 1e-12);
}

TEST(Plan, WithoutAnIntervalARatioOrAThresholdItSaysWhy) {
  auto few = measured(0.1, {}, 3);
  few.interval.reset();
  EXPECT_NE(plan_of(few, {}, Design::kPaired).reason.find("at least 6 blocks"), std::string::npos);
  auto zero = measured(0, {0, 0}, 8);
  zero.change.reset();
  EXPECT_FALSE(plan_of(zero, {}, Design::kPaired).reason.empty());
  const Policy none{.thresholds = model::parse_thresholds("0").value()};
  EXPECT_FALSE(plan_of(measured(0.1, {0.05, 0.15}, 8), none, Design::kPaired).reason.empty());
}

std::vector<double> noisy(Random& random, std::size_t n, double middle) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(middle * std::exp(0.01 * random.normal()));
  return values;
}

TEST(Plan, OfOneSideIsAboutRightForTwoSuchSides) {
  Random random(5);
  const auto judgement =
      judge_sides(
          {testing::made_side("base", {{"x", model::time_metric(), noisy(random, 40, 100)}})},
          {.planning = Planning::kYes})
          .value();
  ASSERT_EQ(judgement.plans.size(), 1U);
  const std::size_t n = judgement.plans[0].for_twice.value();
  constexpr int kTrials = 300;
  int shown = 0;
  for (int i = 0; i < kTrials; ++i) {
    const auto base = noisy(random, n, 100);
    const auto arm = noisy(random, n, 102);
    const auto one =
        compare_unpaired({}, {.values = base, .groups = {}}, {.values = arm, .groups = {}}, {})
            .value();
    shown += one.verdict == model::Verdict::kSlower ? 1 : 0;
  }
  EXPECT_GE(shown, 0.65 * kTrials) << n;
  EXPECT_LE(shown, 0.95 * kTrials) << n;
}

TEST(JudgeSides, OneSideWithoutPlanningIsAnInputError) {
  EXPECT_FALSE(
      judge_sides({testing::made_side("base", {{"x", model::time_metric(), {1, 2, 3}}})}, {}));
}

}  // namespace
}  // namespace kab::analysis
