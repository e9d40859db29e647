#include "trial/runner.h"

#include <cstdlib>
#include <filesystem>
#include <functional>

#include <gtest/gtest.h>

#include "analysis/judge_trial.h"
#include "store/load.h"
#include "store/recorder.h"
#include "sys/stop.h"

namespace kab::trial {
namespace {

constexpr std::int64_t kMs = 1'000'000;

class FakeClock : public sys::Clock {
 public:
  std::int64_t now_ns() override { return now_; }
  void advance(std::int64_t ns) { now_ += ns; }

 private:
  std::int64_t now_ = 0;
};

// A machine on which every sample takes as long as it says, and no longer.
class FakeHost : public WorkerHost {
 public:
  explicit FakeHost(FakeClock& clock) : clock_(clock) {}

  Result<Calibrated> calibrate(const SlotRequest&, std::int64_t) override {
    clock_.advance(50 * kMs);
    return Calibrated{.calibration = {.iterations = 1000},
                      .bytes_per_operation = 16,
                      .copies = {},
                      .recording_ns = recording_ns};
  }

  Result<SlotResult> measure(const SlotRequest& request) override {
    requests_.push_back(request);
    if (on_measure) {
      if (auto result = on_measure(request); !result) return result;
    }
    const std::int64_t inside = 10 * kMs * (request.calibration.batches + 1);
    clock_.advance(inside + 3 * kMs);
    SlotResult result{.duration_ns = inside + 3 * kMs, .inside_ns = inside};
    const double ns_per_op = value(request, requests_.size());
    for (std::uint32_t i = 0; i < request.calibration.batches; ++i)
      result.readings.push_back(
          {.metric = 0, .batch = i, .iterations = 1000, .total = 1000 * ns_per_op});
    if (fail_at > 0 && requests_.size() == fail_at) {
      result.status = model::SampleStatus::kFailed;
      result.failure = "exited 1";
      result.readings.clear();
    }
    return result;
  }

  std::function<double(const SlotRequest&, std::size_t)> value = [](const SlotRequest& request,
                                                                    std::size_t turn) {
    return (request.arm == 1 ? 110.0 : 100.0) + 0.01 * static_cast<double>(turn * 7 % 13);
  };
  std::function<Result<SlotResult>(const SlotRequest&)> on_measure;
  std::size_t fail_at = 0;
  double recording_ns = 0;
  std::vector<SlotRequest> requests_;

 private:
  FakeClock& clock_;
};

class RunnerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/kab-runner-XXXXXX";
    folder_ = ::mkdtemp(name);
    wanted_.arms = {{.name = "base", .settings = {}}, {.name = "new", .settings = {}}};
    wanted_.subjects = {{.name = "unix-stream"}};
    wanted_.seed = 7;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return (folder_ / "t.kab").string(); }

  Finished run() {
    auto plan = make_plan(wanted_).value();
    auto settings = ArmSettings::prepare(wanted_.arms).value();
    const Surroundings around{
        .host = host_,
        .clock = clock_,
        .settings = settings,
        .on_progress = [&](const Progress& p) { progress_.push_back(p.blocks_done); },
        .on_notice = [&](const std::string& text) { notices_ += text + "\n"; }};
    const auto rehearsal = rehearse(plan, around).value();
    rehearsed_ = host_.requests_.size();
    auto recorder = store::Recorder::begin(path(), store::IfExists::kRefuse, plan.session).value();
    return run_plan(std::move(plan), rehearsal, around, recorder);
  }

  std::filesystem::path folder_;
  FakeClock clock_;
  FakeHost host_{clock_};
  Wanted wanted_;
  std::vector<std::uint32_t> progress_;
  std::string notices_;
  std::size_t rehearsed_ = 0;
};

TEST_F(RunnerTest, RepeatGivesExactlySoManyBlocksAndOneLook) {
  wanted_.repeat = 10;
  const auto finished = run();
  EXPECT_FALSE(finished.ended_by);
  EXPECT_EQ(finished.session.samples.size(), 30U);
  EXPECT_EQ(finished.session.looks, std::vector<std::uint32_t>{10});
  EXPECT_EQ(finished.session.stopped, model::Stopped::kRepeat);
}

TEST_F(RunnerTest, AClearDifferenceEndsTheTrialAtTheFirstLook) {
  wanted_.budget_ns = 60'000 * kMs;
  const auto finished = run();
  EXPECT_EQ(finished.session.stopped, model::Stopped::kVerdicts);
  ASSERT_EQ(finished.session.looks.size(), 1U);
  EXPECT_EQ(finished.session.looks[0], (finished.session.planned_blocks + 1) / 2);
  const auto judgement = analysis::judge_trial(finished.session, {}).value();
  EXPECT_EQ(judgement.comparisons[0].verdict, model::Verdict::kSlower);
}

TEST_F(RunnerTest, AnUndecidedTrialUsesItsBudgetAndNoMuchMore) {
  wanted_.budget_ns = 20'000 * kMs;
  host_.value = [](const SlotRequest& request, std::size_t turn) {
    return 100.0 + 10 * static_cast<double>(turn * 37 % 17) + (request.arm == 1 ? 2 : 0);
  };
  const auto finished = run();
  EXPECT_EQ(finished.session.stopped, model::Stopped::kBudget);
  EXPECT_EQ(finished.session.looks.size(), 3U);
  EXPECT_GT(clock_.now_ns(), 18'000 * kMs);
  EXPECT_LT(clock_.now_ns(), 22'500 * kMs);
}

TEST_F(RunnerTest, MostOfTheTimeIsSpentInsideWorkloads) {
  wanted_.budget_ns = 20'000 * kMs;
  const auto finished = run();
  EXPECT_GT(static_cast<double>(finished.inside_ns),
            0.8 * static_cast<double>(finished.measuring_ns));
}

TEST_F(RunnerTest, FiveWorkloadsInAMinuteHaveAtLeastTwentyFourBlocksEach) {
  wanted_.subjects.clear();
  for (const auto* name : {"pipe", "stat", "getppid", "unix-stream", "unix-dgram"})
    wanted_.subjects.push_back({.name = name});
  wanted_.budget_ns = 60'000 * kMs;
  const auto finished = run();
  EXPECT_GE(finished.session.planned_blocks, 24U);
  EXPECT_TRUE(notices_.empty()) << notices_;
}

TEST_F(RunnerTest, ABudgetThatIsTooShortIsSaidBeforeStartingWithWhatIsEnough) {
  wanted_.budget_ns = 600 * kMs;
  run();
  EXPECT_NE(notices_.find("too few for any verdict"), std::string::npos) << notices_;
  EXPECT_NE(notices_.find("give --time"), std::string::npos) << notices_;
}

TEST_F(RunnerTest, EveryArmHasTheSameIterationsAndBatches) {
  wanted_.repeat = 6;
  run();
  for (std::size_t i = rehearsed_ + 2; i < host_.requests_.size(); ++i) {
    EXPECT_EQ(host_.requests_[i].calibration.iterations, 1000U);
    EXPECT_EQ(host_.requests_[i].calibration.batches, 5U);
  }
}

TEST_F(RunnerTest, TheRecordingHoldsEveryBatchAndSaysHowItEnded) {
  wanted_.repeat = 6;
  const auto finished = run();
  const auto recording = store::load(path()).value();
  ASSERT_EQ(recording.sessions.size(), 1U);
  const auto& session = recording.sessions[0];
  EXPECT_EQ(session.samples.size(), 18U);
  EXPECT_EQ(session.samples[0].readings.size(), 5U);
  EXPECT_EQ(session.stopped, model::Stopped::kRepeat);
  EXPECT_EQ(session.subjects[0].bytes_per_operation, 16);
  EXPECT_EQ(session.planned_blocks, 6U);
  EXPECT_EQ(session.looks, finished.session.looks);
  const auto again = analysis::judge_trial(session, {}).value();
  const auto before = analysis::judge_trial(finished.session, {}).value();
  EXPECT_EQ(again.comparisons[0].change, before.comparisons[0].change);
  EXPECT_EQ(again.comparisons[0].interval, before.comparisons[0].interval);
}

TEST_F(RunnerTest, WhatRecordingLatenciesCostsIsSaidInTheRecording) {
  host_.recording_ns = 41.26;
  wanted_.repeat = 6;
  run();
  const auto recording = store::load(path()).value();
  ASSERT_EQ(recording.sessions[0].events.size(), 1U);
  EXPECT_EQ(recording.sessions[0].events[0].code, "latency");
  EXPECT_EQ(recording.sessions[0].events[0].text,
            "unix-stream: recording it adds 41.3 ns to each operation");
}

TEST_F(RunnerTest, AFailedCommandEndsTheTrialAndKeepsTheBlocksBefore) {
  wanted_.repeat = 10;
  host_.fail_at =
      2 + 2 + 3 * 4 + 2;  // rehearsal, pilots, four blocks, then the second of the fifth
  const auto finished = run();
  ASSERT_TRUE(finished.ended_by);
  EXPECT_EQ(finished.ended_by->kind, ErrorKind::kUnavailable);
  EXPECT_NE(finished.ended_by->message.find("block 5"), std::string::npos);
  EXPECT_NE(finished.ended_by->message.find("exited 1"), std::string::npos);
  EXPECT_EQ(store::load(path())->sessions[0].samples.size(), 12U);
  EXPECT_EQ(store::load(path())->sessions[0].stopped, model::Stopped::kInterrupted);
}

TEST_F(RunnerTest, KeepFailedMarksTheSampleAndGoesOn) {
  wanted_.repeat = 10;
  wanted_.failed = FailedSamples::kKeep;
  host_.fail_at = 2 + 2 + 5;
  const auto finished = run();
  EXPECT_FALSE(finished.ended_by);
  EXPECT_EQ(finished.session.samples.size(), 30U);
  const auto judgement = analysis::judge_trial(finished.session, {}).value();
  EXPECT_EQ(judgement.comparisons[0].verdict, model::Verdict::kSlower);
}

TEST_F(RunnerTest, AStopKeepsWholeBlocksAndIsJudgedAtNoLookItDidNotReach) {
  wanted_.repeat = 10;
  host_.on_measure = [&](const SlotRequest&) -> Result<SlotResult> {
    if (host_.requests_.size() == 2 + 2 + 3 * 4 + 1) return fail_interrupted("interrupted");
    return SlotResult{};
  };
  const auto finished = run();
  EXPECT_FALSE(finished.ended_by);
  EXPECT_EQ(finished.session.stopped, model::Stopped::kInterrupted);
  EXPECT_EQ(finished.session.samples.size(), 12U);
  EXPECT_TRUE(finished.session.looks.empty());
}

TEST_F(RunnerTest, SamplesFollowTheScheduleOfTheSeed) {
  wanted_.repeat = 4;
  const auto finished = run();
  std::size_t at = 0;
  for (std::uint32_t block = 0; block < 4; ++block)
    for (const auto& slot : block_order(7, block, 1, 2, AaArm::kWith)) {
      const auto& sample = finished.session.samples.at(at++);
      EXPECT_EQ(sample.arm, slot.arm);
      EXPECT_EQ(sample.slot, slot.slot);
      EXPECT_EQ(sample.position, slot.position);
      EXPECT_EQ(sample.block, block);
    }
}

TEST_F(RunnerTest, ARunHasOneArmAndNoLooks) {
  wanted_.kind = model::SessionKind::kRun;
  wanted_.arms.pop_back();
  wanted_.aa = AaArm::kWithout;
  wanted_.repeat = 9;
  const auto finished = run();
  EXPECT_EQ(finished.session.samples.size(), 9U);
  EXPECT_TRUE(finished.session.looks.empty());
}

TEST_F(RunnerTest, OfASuiteWhatCannotRunIsLeftOutAndNamedTogetherForOneReason) {
  wanted_.subjects = {{.name = "brk"}, {.name = "pipe"}, {.name = "clock-tai", .abi = "i386"}};
  wanted_.absent = Absent::kLeaveOut;
  wanted_.repeat = 4;
  host_.on_measure = [](const SlotRequest& request) -> Result<SlotResult> {
    if (request.workload == "pipe") return SlotResult{};
    return fail_unavailable(request.workload + ": not in this kernel");
  };
  const auto finished = run();
  EXPECT_FALSE(finished.ended_by);
  ASSERT_EQ(finished.session.subjects.size(), 1U);
  EXPECT_EQ(finished.session.subjects[0].name, "pipe");
  EXPECT_EQ(finished.session.samples.size(), 4U * 3);
  ASSERT_EQ(finished.session.events.size(), 1U);
  EXPECT_EQ(finished.session.events[0].code, "unavailable");
  EXPECT_EQ(finished.session.events[0].text, "brk, clock-tai (i386): not in this kernel");
  EXPECT_EQ(store::load(path()).value().sessions[0].events, finished.session.events);
}

TEST_F(RunnerTest, ASuiteOfWhichNothingCanRunIsNotPossibleHere) {
  wanted_.absent = Absent::kLeaveOut;
  host_.on_measure = [](const SlotRequest&) -> Result<SlotResult> {
    return fail_unavailable("unix-stream: no AF_UNIX");
  };
  auto plan = make_plan(wanted_).value();
  auto settings = ArmSettings::prepare(wanted_.arms).value();
  const auto rehearsal = rehearse(plan, {.host = host_, .clock = clock_, .settings = settings});
  ASSERT_FALSE(rehearsal);
  EXPECT_EQ(rehearsal.error().kind, ErrorKind::kUnavailable);
  EXPECT_NE(rehearsal.error().message.find("unix-stream: no AF_UNIX"), std::string::npos);
}

TEST_F(RunnerTest, AWorkloadThatWasNamedAndCannotRunIsAnError) {
  host_.on_measure = [](const SlotRequest&) -> Result<SlotResult> {
    return fail_unavailable("unix-stream: no AF_UNIX");
  };
  auto plan = make_plan(wanted_).value();
  auto settings = ArmSettings::prepare(wanted_.arms).value();
  EXPECT_FALSE(rehearse(plan, {.host = host_, .clock = clock_, .settings = settings}));
  EXPECT_EQ(plan.slots.size(), 1U);
}

TEST(LeftOut, NamesAFewAndCountsTheRest) {
  EXPECT_EQ(text_of({.subjects = {"a", "b"}, .reason = "why"}), "a, b: why");
  EXPECT_EQ(text_of({.subjects = {"a", "b", "c", "d", "e", "f"}, .reason = "why"}),
            "a, b, c, d and 2 more: why");
}

}  // namespace
}  // namespace kab::trial
