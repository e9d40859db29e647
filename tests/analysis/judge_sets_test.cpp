#include "analysis/judge_sets.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/made_session.h"

namespace kab::analysis {
namespace {

using model::Verdict;

Side file_of(const std::string& name, const std::string& benchmark, std::vector<double> values) {
  Side side{.name = name, .sets = {}, .sessions = {}};
  side.sets.push_back({.workload = benchmark,
                       .abi = {},
                       .params = {},
                       .metric = {.name = "value", .unit = "B/s", .better = model::Better::kHigher},
                       .primary = true,
                       .values = std::move(values),
                       .groups = {},
                       .replication = model::Replication::kUnknown,
                       .subject = {}});
  return side;
}

std::vector<double> ramp(double from, std::size_t n) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(from + static_cast<double>(i));
  return values;
}

TEST(JudgeSides, TwoFilesWithOneBenchmarkEachAreComparedWhateverItsName) {
  const auto judgement =
      judge_sides({file_of("a", "old", ramp(1000, 20)), file_of("b", "new", ramp(500, 20))}, {})
          .value();
  ASSERT_EQ(judgement.comparisons.size(), 1U);
  EXPECT_EQ(judgement.comparisons[0].verdict, Verdict::kSlower);
  EXPECT_FALSE(judgement.seed);
  EXPECT_FALSE(judgement.blocks);
}

TEST(JudgeSides, TheSameFileOnBothSidesIsNeverSlower) {
  const auto side = file_of("a", "x", ramp(1000, 30));
  const auto verdict = judge_sides({side, side}, {}).value().comparisons[0].verdict;
  EXPECT_TRUE(verdict == Verdict::kSame || verdict == Verdict::kUndecided);
}

TEST(JudgeSides, WhatStandsOnOneSideOnlyIsNamedAndNotCompared) {
  auto left = file_of("left", "A", ramp(100, 10));
  auto right = file_of("right", "A", ramp(100, 10));
  left.sets.push_back(file_of("", "B", ramp(10, 10)).sets[0]);
  right.sets.push_back(file_of("", "C", ramp(10, 10)).sets[0]);
  const auto judgement = judge_sides({left, right}, {}).value();
  EXPECT_EQ(judgement.comparisons.size(), 1U);
  const auto unmatched = std::ranges::count_if(
      judgement.warnings, [](const auto& warning) { return warning.code == "unmatched"; });
  EXPECT_EQ(unmatched, 2);
}

TEST(JudgeSides, NothingInCommonOrMixedUnitsIsAnInputError) {
  auto left = file_of("left", "A", ramp(1, 5));
  left.sets.push_back(file_of("", "B", ramp(1, 5)).sets[0]);
  auto right = file_of("right", "C", ramp(1, 5));
  right.sets.push_back(file_of("", "D", ramp(1, 5)).sets[0]);
  EXPECT_FALSE(judge_sides({left, right}, {}));
  auto seconds = file_of("s", "A", ramp(1, 5));
  seconds.sets[0].metric.unit = "s";
  const auto mixed = judge_sides({file_of("b", "A", ramp(1, 5)), seconds}, {});
  ASSERT_FALSE(mixed);
  EXPECT_NE(mixed.error().message.find("\"s\""), std::string::npos);
}

model::Session run_session(const std::string& label, double factor) {
  auto session = testing::made_trial({.arms = {label}, .blocks = 30, .with_aa = false},
                                     [factor](std::uint32_t, model::Slot, std::uint32_t block) {
                                       return factor * (100 + block % 7);
                                     });
  session.kind = model::SessionKind::kRun;
  session.label = label;
  return session;
}

TEST(JudgeSides, ThreeLabelsAreComparedWithTheFirstAndGrouped) {
  const auto stock = run_session("stock", 1);
  const auto patched = run_session("patched", 1.1);
  const auto fixed = run_session("fixed", 1);
  const auto judgement = judge_sides({side_of("stock", {&stock}), side_of("patched", {&patched}),
                                      side_of("fixed", {&fixed})},
                                     {.group_width = 1'000'000})
                             .value();
  ASSERT_EQ(judgement.comparisons.size(), 2U);
  EXPECT_EQ(judgement.comparisons[0].verdict, Verdict::kSlower);
  EXPECT_NE(judgement.comparisons[1].verdict, Verdict::kSlower);
  EXPECT_EQ(judgement.family_size, 2U);
  ASSERT_EQ(judgement.distributions.at(0).arms.size(), 3U);
  EXPECT_EQ(judgement.distributions[0].metric.unit, "B/s");
}

TEST(JudgeSides, ABaselineRecordedTwiceIsComparedWithItself) {
  const auto before = run_session("stock", 1);
  const auto after = run_session("stock", 1.05);
  const auto other = run_session("patched", 1);
  const auto judgement =
      judge_sides({side_of("stock", {&before, &after}), side_of("patched", {&other})}, {}).value();
  ASSERT_EQ(judgement.aa.size(), 1U);
  EXPECT_NEAR(judgement.aa[0].change.value(), 0.05, 0.01);
}

TEST(JudgeSides, ABaselineThatDiffersFromItselfBetweenSessionsDecidesNothing) {
  const auto before = run_session("stock", 1);
  const auto after = run_session("stock", 1.05);
  const auto other = run_session("patched", 2);
  const auto judgement =
      judge_sides({side_of("stock", {&before, &after}), side_of("patched", {&other})}, {}).value();
  EXPECT_FALSE(judgement.aa.at(0).ok);
  EXPECT_EQ(judgement.comparisons.at(0).verdict, Verdict::kUndecided);
  const auto& remarks = judgement.comparisons[0].remarks;
  EXPECT_TRUE(std::ranges::any_of(remarks, [](const auto& r) { return r.code == "aa-failed"; }));
}

TEST(JudgeSides, FailedSamplesAndEventsOfARecordingAreSaidWithItsName) {
  const auto stock = run_session("stock", 1);
  auto patched = run_session("patched", 1);
  patched.samples[0].status = model::SampleStatus::kFailed;
  patched.samples[0].failure = "exited 1";
  patched.events = {{.at_ns = 0, .code = "throttled", .text = "CPU 0 was throttled"}};
  const auto judgement =
      judge_sides({side_of("stock", {&stock}), side_of("patched", {&patched})}, {}).value();
  const model::Remark failed{"failed", "patched: 1 of 30 exited 1"};
  const model::Remark event{"throttled", "patched: CPU 0 was throttled"};
  EXPECT_NE(std::ranges::find(judgement.warnings, failed), judgement.warnings.end());
  EXPECT_NE(std::ranges::find(judgement.warnings, event), judgement.warnings.end());
}

TEST(JudgeSides, RecordingsOfDifferentParametersAreNotTheSameWork) {
  const auto stock = run_session("stock", 1);
  auto patched = run_session("patched", 1);
  patched.subjects[0].params = {{"size", "64"}};
  const auto judgement =
      judge_sides({side_of("stock", {&stock}), side_of("patched", {&patched})}, {}).value();
  const auto said = std::ranges::find_if(
      judgement.warnings, [](const auto& warning) { return warning.code == "different-work"; });
  ASSERT_NE(said, judgement.warnings.end());
  EXPECT_NE(said->text.find("size=64"), std::string::npos) << said->text;
  EXPECT_NE(said->text.find("size=16"), std::string::npos) << said->text;
  const auto same =
      judge_sides({side_of("stock", {&stock}), side_of("again", {&stock})}, {}).value();
  EXPECT_TRUE(std::ranges::none_of(
      same.warnings, [](const auto& warning) { return warning.code == "different-work"; }));
}

}  // namespace
}  // namespace kab::analysis
