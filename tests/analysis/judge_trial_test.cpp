#include "analysis/judge_trial.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/made_session.h"

namespace kab::analysis {
namespace {

using model::Slot;
using model::Verdict;
using testing::made_trial;

// Blocks differ by much, arms within a block by their own factor and a little noise.
double noisy(double factor, std::uint32_t arm, Slot slot, std::uint32_t block) {
  const double wobble = 1 + 0.0005 * ((block * 7 + arm * 3 + (slot == Slot::kAA ? 5 : 0)) % 11);
  return 100 * (1 + 0.1 * (block % 5)) * factor * wobble;
}

auto arm_factor(double factor) {
  return [factor](std::uint32_t arm, Slot slot, std::uint32_t block) {
    return noisy(arm == 1 ? factor : 1, arm, slot, block);
  };
}

bool warns(const model::Judgement& judgement, const std::string& code) {
  return std::ranges::any_of(judgement.warnings,
                             [&](const auto& warning) { return warning.code == code; });
}

TEST(JudgeTrial, SeesASmallChangeBehindLargeDifferencesBetweenBlocks) {
  const auto judgement = judge_trial(made_trial({}, arm_factor(1.03)), {}).value();
  ASSERT_EQ(judgement.comparisons.size(), 1U);
  const auto& one = judgement.comparisons[0];
  EXPECT_EQ(one.verdict, Verdict::kSlower);
  EXPECT_NEAR(one.change.value(), 0.03, 0.002);
  EXPECT_EQ(one.baseline, "base");
  EXPECT_EQ(one.arm, "new");
  EXPECT_EQ(judgement.blocks, 24U);
  ASSERT_EQ(judgement.aa.size(), 1U);
  EXPECT_TRUE(judgement.aa[0].ok);
}

TEST(JudgeTrial, ReadsTheSameValuesAsBytesPerSecond) {
  const auto judgement = judge_trial(made_trial({}, arm_factor(2)), {}).value();
  ASSERT_EQ(judgement.views.size(), 1U);
  EXPECT_EQ(judgement.views[0].metric.unit, "B/s");
  const auto& medians = judgement.views[0].medians;
  EXPECT_NEAR(medians[0].second / medians[1].second, 2, 0.01);
}

TEST(JudgeTrial, GroupsAllArmsAndTheControlWithCommonBorders) {
  const auto judgement =
      judge_trial(made_trial({}, arm_factor(1)), {.group_width = 10'000'000}).value();
  ASSERT_EQ(judgement.distributions.size(), 1U);
  const auto& distribution = judgement.distributions[0];
  EXPECT_EQ(distribution.metric.unit, "B/s");
  ASSERT_EQ(distribution.arms.size(), 3U);
  EXPECT_EQ(distribution.arms[2].name, "base (A/A)");
  const auto as_time =
      judge_trial(made_trial({}, arm_factor(1)), {.group_width = 10, .view = "time"});
  EXPECT_EQ(as_time->distributions[0].metric.unit, "ns/op");
}

TEST(JudgeTrial, AFailedControlLeavesTheWorkloadUndecided) {
  const auto judgement =
      judge_trial(made_trial({},
                             [](std::uint32_t arm, Slot slot, std::uint32_t block) {
                               return noisy(arm == 1 ? 1.5 : (slot == Slot::kAA ? 1.05 : 1), arm,
                                            slot, block);
                             }),
                  {})
          .value();
  EXPECT_FALSE(judgement.aa[0].ok);
  EXPECT_EQ(judgement.comparisons[0].verdict, Verdict::kUndecided);
  EXPECT_EQ(judgement.comparisons[0].remarks.back().code, "aa-failed");
}

TEST(JudgeTrial, CountsEveryArmAndWorkloadInTheFamily) {
  const auto judgement =
      judge_trial(made_trial({.arms = {"a", "b", "c"}}, arm_factor(1)), {}).value();
  EXPECT_EQ(judgement.family_size, 2U);
  EXPECT_DOUBLE_EQ(judgement.comparisons[0].level, 0.975);
}

TEST(JudgeTrial, AnInterruptedTrialIsJudgedAtItsLastPlannedLook) {
  auto session = made_trial({.blocks = 24}, arm_factor(1.5));
  session.stopped = model::Stopped::kInterrupted;
  session.looks = {12};
  const auto judgement = judge_trial(session, {}).value();
  EXPECT_EQ(judgement.blocks, 12U);
  EXPECT_EQ(judgement.comparisons[0].baseline_n, 12U);
  EXPECT_NEAR(1 - judgement.comparisons[0].level, 0.005574597, 1e-8);
}

TEST(JudgeTrial, BeforeTheFirstLookThereAreMediansButNoVerdictAndNoInterval) {
  auto session = made_trial({.blocks = 24}, arm_factor(1.5));
  session.stopped.reset();
  session.looks = {};
  const auto judgement = judge_trial(session, {}).value();
  EXPECT_EQ(judgement.stopped, model::Stopped::kInterrupted);
  const auto& one = judgement.comparisons[0];
  EXPECT_EQ(one.verdict, Verdict::kUndecided);
  EXPECT_FALSE(one.interval);
  EXPECT_FALSE(one.change);
  EXPECT_TRUE(one.baseline_median);
  EXPECT_EQ(one.remarks.at(0).code, "no-look");
}

TEST(JudgeTrial, ABlockWithAFailedSampleIsLeftOutOfThePairsAndSaid) {
  auto session = made_trial({.blocks = 10}, arm_factor(1));
  session.samples[4].status = model::SampleStatus::kFailed;
  session.samples[4].failure = "exited 1";
  const auto judgement = judge_trial(session, {}).value();
  EXPECT_TRUE(warns(judgement, "failed"));
  EXPECT_NE(judgement.warnings.back().text.find("1 of 30 exited 1"), std::string::npos);
}

TEST(JudgeTrial, AnArmInAnotherEnvironmentIsAConfounder) {
  auto session = made_trial({}, arm_factor(1));
  session.arms[0].environment = {{"clock.source", "tsc"}};
  session.arms[1].environment = {{"clock.source", "hpet"}};
  EXPECT_TRUE(warns(judge_trial(session, {}).value(), "confounder"));
}

TEST(JudgeTrial, AThirdArmTellsHowMuchOfTheLossItMakesGood) {
  const auto session = made_trial({.arms = {"base", "loss", "fix"}},
                                  [](std::uint32_t arm, Slot slot, std::uint32_t block) {
                                    constexpr double kFactors[] = {1, 1.2, 1.1};
                                    return noisy(kFactors[arm], arm, slot, block);
                                  });
  const auto judgement = judge_trial(session, {}).value();
  ASSERT_EQ(judgement.recoveries.size(), 1U);
  const auto& recovery = judgement.recoveries[0];
  EXPECT_EQ(recovery.lost, "loss");
  EXPECT_EQ(recovery.by, "fix");
  EXPECT_NEAR(recovery.share.value(), 0.5, 0.02);
  EXPECT_LT(recovery.interval->low, 0.5);
  EXPECT_GT(recovery.interval->high, 0.5);
  EXPECT_NE(recovery.text.find("not all of it"), std::string::npos) << recovery.text;
}

TEST(JudgeTrial, WithoutALossThereIsNothingToRecover) {
  const auto session = made_trial({.arms = {"base", "gain", "same"}}, arm_factor(0.9));
  EXPECT_TRUE(judge_trial(session, {}).value().recoveries.empty());
}

TEST(JudgeTrial, PlansOnlyWhereAsked) {
  const auto session = made_trial({}, arm_factor(1.03));
  EXPECT_TRUE(judge_trial(session, {}).value().plans.empty());
  const auto judgement = judge_trial(session, {.planning = Planning::kYes}).value();
  ASSERT_EQ(judgement.plans.size(), 1U);
  EXPECT_EQ(judgement.plans[0].n, 24U);
  EXPECT_TRUE(judgement.plans[0].for_twice);
}

TEST(JudgeTrial, ShowsTheShapeOfEveryTurnOverOneRange) {
  const auto judgement = judge_trial(made_trial({}, arm_factor(1.03)), {}).value();
  ASSERT_EQ(judgement.shapes.size(), 1U);
  ASSERT_EQ(judgement.shapes[0].arms.size(), 3U);
  EXPECT_EQ(judgement.shapes[0].arms[2].name, "base (A/A)");
}

TEST(JudgeTrial, NoSpreadMeansInBothTurnsOfTheBaseline) {
  const auto constant = [](std::uint32_t, Slot, std::uint32_t) { return 100.0; };
  const auto remarks = judge_trial(made_trial({}, constant), {}).value().comparisons[0].remarks;
  EXPECT_TRUE(std::ranges::any_of(remarks, [](const auto& r) { return r.code == "zero-spread"; }));
  const auto second_moves = [](std::uint32_t, Slot slot, std::uint32_t block) {
    return slot == Slot::kAA ? 100.0 + block : 100.0;
  };
  const auto moved = judge_trial(made_trial({}, second_moves), {}).value().comparisons[0].remarks;
  EXPECT_FALSE(std::ranges::any_of(moved, [](const auto& r) { return r.code == "zero-spread"; }));
}

TEST(JudgeTrial, ANumberThatHardlyMovesAnywhereMayBeHeldBySomethingElse) {
  const auto held = [](std::uint32_t arm, Slot, std::uint32_t block) {
    return 100 + 0.001 * ((block * 5 + arm) % 7);
  };
  const auto remarks = judge_trial(made_trial({}, held), {}).value().comparisons[0].remarks;
  EXPECT_TRUE(std::ranges::any_of(remarks, [](const auto& r) { return r.code == "saturated"; }));
}

TEST(JudgeTrial, OneArmCannotBeCompared) {
  EXPECT_FALSE(judge_trial(made_trial({.arms = {"only"}}, arm_factor(1)), {}));
}

TEST(JudgeTrial, TheEffectOfTheOrderIsFound) {
  auto session = made_trial({.blocks = 60}, arm_factor(1));
  for (auto& sample : session.samples)
    if (sample.position == 2) sample.readings[0].total *= 1.2;
  const auto judgement = judge_trial(session, {}).value();
  EXPECT_GT(judgement.order[0].last_minus_first.value(), 0.1);
}

}  // namespace
}  // namespace kab::analysis
