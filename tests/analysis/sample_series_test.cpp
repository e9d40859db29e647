#include "analysis/sample_series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/made_session.h"
#include "support/made_sides.h"

namespace kab::analysis {
namespace {

using model::SideRole;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

model::Session steady_trial() {
  auto session =
      kab::testing::made_trial({}, [](std::uint32_t arm, model::Slot, std::uint32_t block) {
        const double odd = arm == 1 && block == 5 ? 50 : 0;
        return 100 + 10.0 * arm + 0.1 * (block % 7) + odd;
      });
  std::int64_t at = 0;
  for (auto& sample : session.samples) sample.started_ns = 250'000'000 * at++;
  return session;
}

TEST(SampleSeriesOf, ATrialHasTheBaselineTheArmsAndTheSecondTurnsLast) {
  const auto all = sample_series(steady_trial());
  ASSERT_EQ(all.size(), 1U);
  const auto& sides = all.front().sides;
  ASSERT_EQ(sides.size(), 3U);
  EXPECT_EQ(sides[0].role, SideRole::kBaseline);
  EXPECT_EQ(sides[1].role, SideRole::kArm);
  EXPECT_EQ(sides[2].role, SideRole::kAA);
  EXPECT_EQ(sides[0].side, "base");
  EXPECT_EQ(sides[1].side, "new");
  EXPECT_EQ(sides[2].side, "base");
}

TEST(SampleSeriesOf, EveryValueHasItsTimeBlockAndPosition) {
  const auto session = steady_trial();
  const auto side = sample_series(session).front().sides[1];
  ASSERT_EQ(side.values.size(), 24U);
  EXPECT_EQ(side.values[1], 110.1);
  EXPECT_EQ(side.blocks[1], 1U);
  // In block 1 the slots start with turn 1, which is this arm.
  EXPECT_EQ(side.positions[1], 0U);
  EXPECT_DOUBLE_EQ(side.started_s[1], 0.75);
  EXPECT_EQ(side.taken, 24U);
}

TEST(SampleSeriesOf, WhatLiesFarOutIsMarkedAndKept) {
  const auto side = sample_series(steady_trial()).front().sides[1];
  EXPECT_THAT(side.outliers, ElementsAre(5U));
  EXPECT_EQ(side.values[5], 160.5);
  EXPECT_FALSE(side.modes.has_value());
}

TEST(SampleSeriesOf, TwoModesHaveABorder) {
  const auto session =
      kab::testing::made_trial({.blocks = 40}, [](std::uint32_t, model::Slot, std::uint32_t block) {
        return (block % 2 == 0 ? 100 : 200) + 0.01 * block;
      });
  const auto side = sample_series(session).front().sides[0];
  ASSERT_TRUE(side.modes.has_value());
  EXPECT_GT(side.modes->at, 101);
  EXPECT_LT(side.modes->at, 200);
  EXPECT_DOUBLE_EQ(side.modes->share_below, 0.5);
}

TEST(SampleSeriesOf, FailedSamplesAreCountedForTheirSlotAlone) {
  auto session = steady_trial();
  for (auto& sample : session.samples)
    if (sample.slot == model::Slot::kAA && sample.block < 3) {
      sample.status = model::SampleStatus::kFailed;
      sample.readings.clear();
    }
  const auto sides = sample_series(session).front().sides;
  EXPECT_EQ(sides[0].failed, 0U);
  EXPECT_EQ(sides[2].failed, 3U);
  EXPECT_EQ(sides[2].values.size(), 21U);
}

TEST(SampleSeriesOf, SidesOfFilesHaveValuesAndNoPlaces) {
  const std::vector<Side> sides = {
      kab::testing::made_side(
          "old", {{"x", model::wall_metric(), {1, 2, 3}}, {"only", model::wall_metric(), {1}}}),
      kab::testing::made_side("new", {{"x", model::wall_metric(), {4, 5}}})};
  const auto all = sample_series(sides);
  ASSERT_EQ(all.size(), 1U);  // what stands on one side only has no partner
  EXPECT_THAT(all.front().sides[1].values, ElementsAre(4, 5));
  EXPECT_THAT(all.front().sides[1].started_s, IsEmpty());
  EXPECT_THAT(all.front().sides[1].positions, IsEmpty());
}

TEST(SampleSeriesOf, SidesOfRunsHaveTheTimesOfTheirSamples) {
  auto session = steady_trial();
  session.kind = model::SessionKind::kRun;
  const std::vector<Side> sides = {side_of("a", {&session}), side_of("b", {&session})};
  const auto all = sample_series(sides);
  EXPECT_EQ(all.front().sides[0].started_s.size(), all.front().sides[0].values.size());
  EXPECT_THAT(all.front().sides[0].sessions, Each(0U));
}

TEST(Thin, LeavesFewValuesAlone) {
  auto all = sample_series(steady_trial());
  thin(all, 72);
  EXPECT_EQ(all.front().sides[0].values.size(), 24U);
}

TEST(Thin, KeepsEveryKthAndWhatStandsOut) {
  auto all = sample_series(steady_trial());
  thin(all, 24);
  const auto& arm = all.front().sides[1];
  EXPECT_EQ(arm.taken, 24U);
  EXPECT_THAT(arm.blocks, ElementsAre(0U, 3U, 5U, 6U, 9U, 12U, 15U, 18U, 21U));
  EXPECT_THAT(arm.outliers, ElementsAre(2U));
  EXPECT_EQ(arm.values[2], 160.5);
  EXPECT_EQ(arm.started_s.size(), arm.values.size());
}

TEST(FactTable, PutsEnvironmentsBesideEachOtherAndSaysWhatDiffers) {
  auto session = steady_trial();
  session.arms[0].environment = {{"kernel.release", "6.1"}, {"load.1m", "0.5"}, {"cpu.smt", "on"}};
  session.arms[1].environment = {{"kernel.release", "6.12"}, {"load.1m", "2.5"}};
  const auto table = fact_table(side_sessions(session));
  EXPECT_THAT(table.sides, ElementsAre("base", "new"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(
      table.rows[0],
      (model::FactRow{
          .key = "cpu.smt", .values = {"on", std::nullopt}, .differs = true, .moves = false}));
  EXPECT_EQ(
      table.rows[1],
      (model::FactRow{
          .key = "kernel.release", .values = {"6.1", "6.12"}, .differs = true, .moves = false}));
  EXPECT_TRUE(table.rows[2].moves);
}

TEST(FactTable, OfFilesHasNoRows) {
  const std::vector<Side> sides = {kab::testing::made_side("old", {}),
                                   kab::testing::made_side("new", {})};
  EXPECT_THAT(fact_table(side_sessions(sides)).rows, IsEmpty());
}

}  // namespace
}  // namespace kab::analysis
