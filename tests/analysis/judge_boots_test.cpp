#include "analysis/judge_boots.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

// A trial of four boots an arm and A/A arm, with the counts given.
class Boots {
 public:
  Boots() {
    session_.lane = model::Lane::kCount;
    session_.with_aa = true;
    session_.seed = 7;
    session_.stopped = model::Stopped::kRepeat;
    session_.arms = {{.arm = {.name = "old", .settings = {{"kernel", "a"}}}, .environment = {}},
                     {.arm = {.name = "new", .settings = {{"kernel", "b"}}}, .environment = {}}};
    session_.subjects.push_back({.name = "getppid",
                                 .abi = "x86_64",
                                 .params = {},
                                 .command = {},
                                 .metrics = {{.name = "instructions", .unit = "instructions/op"}},
                                 .calibration = {}});
  }

  Boots& with(std::uint32_t arm, model::Slot slot, std::initializer_list<double> counts) {
    std::uint32_t block = 0;
    for (const double count : counts)
      session_.samples.push_back(
          {.arm = arm,
           .slot = slot,
           .block = block++,
           .failure = {},
           .cpus = {},
           .readings = {{.metric = 0, .batch = 0, .iterations = 1, .total = count}}});
    return *this;
  }

  model::Judgement judged(const std::string& threshold = "0%") {
    session_.thresholds = model::parse_thresholds(threshold).value();
    auto judgement = judge_boots(session_, {});
    EXPECT_TRUE(judgement.has_value()) << judgement.error().message;
    return judgement.value_or(model::Judgement{});
  }

  model::Session& session() { return session_; }

 private:
  model::Session session_;
};

TEST(JudgeBoots, TwoInstructionsMoreInEveryBootAreFound) {
  const auto judgement = Boots()
                             .with(0, model::Slot::kArm, {387, 387, 387, 387})
                             .with(0, model::Slot::kAA, {387, 387, 387, 387})
                             .with(1, model::Slot::kArm, {389, 389, 389, 389})
                             .judged("2insn,0%");
  ASSERT_EQ(judgement.comparisons.size(), 1U);
  const auto& comparison = judgement.comparisons[0];
  EXPECT_EQ(comparison.baseline_n, 8U) << "the A/A boots are among the baseline's";
  EXPECT_EQ(comparison.arm_n, 4U);
  EXPECT_EQ(comparison.replication, model::Replication::kBoot);
  EXPECT_EQ(comparison.method, "mann-whitney");
  EXPECT_DOUBLE_EQ(*comparison.absolute_change, 2);
  EXPECT_NEAR(*comparison.p, 2.0 / 495, 1e-9);
  EXPECT_EQ(Boots()
                .with(0, model::Slot::kArm, {387, 387, 387, 387})
                .with(0, model::Slot::kAA, {387, 387, 387, 387})
                .with(1, model::Slot::kArm, {389, 389, 389, 389})
                .judged()
                .comparisons[0]
                .verdict,
            model::Verdict::kSlower);
}

TEST(JudgeBoots, AThresholdInInstructionsSpeaksOfTheFirstMetric) {
  Boots boots;
  boots.with(0, model::Slot::kArm, {387, 387, 387, 387})
      .with(0, model::Slot::kAA, {387, 387, 387, 387})
      .with(1, model::Slot::kArm, {390, 390, 390, 390});
  boots.session().subjects[0].metrics.push_back(
      {.name = "string-iterations", .unit = "iterations/op"});
  for (auto& sample : boots.session().samples)
    sample.readings.push_back({.metric = 1, .batch = 0, .iterations = 1, .total = 100});
  const auto judgement = boots.judged("2insn");
  ASSERT_EQ(judgement.comparisons.size(), 2U);
  EXPECT_EQ(judgement.comparisons[0].verdict, model::Verdict::kSlower) << "by 3";
  EXPECT_EQ(judgement.comparisons[1].verdict, model::Verdict::kSame) << "by the usual 1 %";
  EXPECT_EQ(boots.judged("3insn").comparisons[0].verdict, model::Verdict::kSame);
}

TEST(JudgeBoots, EqualBootsAreTheSame) {
  const auto judgement = Boots()
                             .with(0, model::Slot::kArm, {387, 387, 387, 387})
                             .with(0, model::Slot::kAA, {387, 387, 387, 387})
                             .with(1, model::Slot::kArm, {387, 387, 387, 387})
                             .judged();
  EXPECT_EQ(judgement.comparisons[0].verdict, model::Verdict::kSame);
  ASSERT_EQ(judgement.aa.size(), 1U);
  EXPECT_TRUE(judgement.aa[0].ok);
  EXPECT_EQ(judgement.aa[0].change, 0);
}

TEST(JudgeBoots, BlocksDoNotTieBootsTogether) {
  // By block the arm is above every time; as sets of boots they are mixed.
  const auto judgement = Boots()
                             .with(0, model::Slot::kArm, {100, 200, 300, 400})
                             .with(1, model::Slot::kArm, {101, 201, 301, 401})
                             .judged();
  EXPECT_EQ(judgement.comparisons[0].verdict, model::Verdict::kUndecided);
}

TEST(JudgeBoots, TooFewBootsGiveNoInterval) {
  const auto judgement = Boots()
                             .with(0, model::Slot::kArm, {387, 387})
                             .with(1, model::Slot::kArm, {500, 500})
                             .judged();
  EXPECT_EQ(judgement.comparisons[0].verdict, model::Verdict::kUndecided);
  EXPECT_FALSE(judgement.comparisons[0].interval.has_value());
}

TEST(JudgeBoots, WhatElseDiffersStandsBeforeTheVerdict) {
  Boots boots;
  boots.session().arms[0].environment = {{"kernel.release", "6.1"},
                                         {"cpu.mitigations", "a: X | b: Y"},
                                         {"guest.qemu", "7.2"},
                                         {"guest.cpu", "max"}};
  boots.session().arms[1].environment = {{"kernel.release", "6.12"},
                                         {"cpu.mitigations", "a: X | b: Z"},
                                         {"guest.qemu", "7.2"},
                                         {"guest.cpu", "max,-erms"},
                                         {"guest.config_difference", "12 options differ"}};
  const auto judgement =
      boots.with(0, model::Slot::kArm, {1}).with(1, model::Slot::kArm, {1}).judged();
  const auto says = [&](std::string_view words) {
    return std::ranges::any_of(judgement.setting, [&](const model::Remark& remark) {
      return remark.text.find(words) != std::string::npos;
    });
  };
  EXPECT_TRUE(says("kernel.release 6.1 -> 6.12"));
  EXPECT_TRUE(says("mitigations: b: Z"));
  EXPECT_TRUE(says("guest.cpu max -> max,-erms"));
  EXPECT_TRUE(says("configuration: 12 options differ"));
  EXPECT_TRUE(says("QEMU 7.2"));
  EXPECT_FALSE(says("guest.qemu")) << "what is alike is not listed";
}

TEST(JudgeBoots, TheHeaderIsTheTrials) {
  const auto judgement = Boots()
                             .with(0, model::Slot::kArm, {1, 1})
                             .with(0, model::Slot::kAA, {1, 1})
                             .with(1, model::Slot::kArm, {1, 1})
                             .judged();
  EXPECT_EQ(judgement.lane, model::Lane::kCount);
  EXPECT_EQ(judgement.seed, 7U);
  EXPECT_EQ(judgement.boots, 6U);
  ASSERT_EQ(judgement.arms.size(), 2U);
  EXPECT_EQ(judgement.arms[1].settings.size(), 1U);
}

TEST(JudgeBoots, TrialsOfProcessesAreNotTakenForBoots) {
  model::Session live;
  live.arms = {{.arm = {.name = "a", .settings = {{"env.X", "1"}}}, .environment = {}}};
  EXPECT_FALSE(is_of_boots(live));
  live.arms[0].arm.settings = {{"boot", "quiet"}};
  EXPECT_TRUE(is_of_boots(live));
  live.kind = model::SessionKind::kRun;
  EXPECT_FALSE(is_of_boots(live));
}

}  // namespace
}  // namespace kab::analysis
