// Events counted beside the time: by a process of their own, divided by its operations, judged as
// secondary metrics, and never zero where there is none.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "analysis/judge_trial.h"
#include "base/files.h"
#include "base/number.h"
#include "base/text.h"
#include "store/load.h"
#include "store/recorder.h"
#include "support/fake_counters.h"
#include "sys/clock.h"
#include "trial/event_metrics.h"
#include "trial/live_host.h"

namespace kab::trial {
namespace {

using model::CountStatus;
using support::counted;
using support::FakeCounters;

const model::Metric kFaults{.name = "page-faults", .unit = "events"};
const model::Metric kCycles{.name = "cycles:k", .unit = "events"};

class EventTrialTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ::setenv("KAB_WORKER", KAB_TEST_WORKER, 1);
    char name[] = "/tmp/kab-event-trial-XXXXXX";
    folder_ = ::mkdtemp(name);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }

  /// A command that adds a line to a file, and how many it has added.
  SlotRequest noting_command() const {
    SlotRequest slot;
    slot.command = {"/bin/sh", "-c", "echo ran >> " + path("runs")};
    slot.metrics = {model::wall_metric(), model::user_metric(), model::system_metric(), kFaults};
    return slot;
  }
  std::size_t runs() const {
    const auto text = read_file(path("runs")).value_or("");
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }

  std::filesystem::path folder_;
};

TEST_F(EventTrialTest, TheProcessThatIsTimedIsNotTheOneThatIsCounted) {
  FakeCounters counters({kFaults});
  std::size_t runs_at_begin = 0;
  std::size_t runs_at_end = 0;
  counters.on_begin = [&] { runs_at_begin = runs(); };
  counters.counts = [&] {
    runs_at_end = runs();
    return std::vector{counted(77)};
  };
  const auto result = LiveHost(std::nullopt, &counters).measure(noting_command()).value();
  EXPECT_EQ(runs_at_begin, 1U) << "the first run was over before anything counted";
  EXPECT_EQ(runs_at_end, 2U);
  ASSERT_EQ(result.readings.size(), 4U) << "the times are those of the first run alone";
  EXPECT_EQ(result.readings[3], (model::Reading{.metric = 3, .iterations = 1, .total = 77}));
  EXPECT_GE(result.duration_ns, static_cast<std::int64_t>(1e9 * result.readings[0].total));
}

TEST_F(EventTrialTest, SetupAndTeardownAreNotCountedAndRunForBoth) {
  FakeCounters counters({kFaults});
  std::size_t lines_at_begin = 0;
  counters.on_begin = [&] { lines_at_begin = runs(); };
  counters.counts = [] { return std::vector{counted(1)}; };
  auto slot = noting_command();
  slot.command = {"/bin/true"};
  slot.setup = slot.teardown = "echo hook >> " + path("runs");
  ASSERT_TRUE(LiveHost(std::nullopt, &counters).measure(slot));
  EXPECT_EQ(lines_at_begin, 3U) << "after the second setup";
  EXPECT_EQ(runs(), 4U);
}

TEST_F(EventTrialTest, AWorkloadsCountIsOfAllItsOperations) {
  FakeCounters counters({kFaults});
  counters.counts = [] { return std::vector{counted(6200)}; };
  SlotRequest slot;
  slot.workload = "getppid";
  slot.abi = "x86_64";
  slot.calibration = {.iterations = 100, .batches = 3, .warmup_iterations = 10};
  slot.metrics = {model::time_metric(), per_operation(kFaults)};
  const auto result = LiveHost(std::nullopt, &counters).measure(slot).value();
  ASSERT_EQ(result.readings.size(), 4U);
  EXPECT_EQ(result.readings[3].iterations, 310U) << "warm-up and three batches";
  model::Sample sample;
  sample.readings = result.readings;
  EXPECT_EQ(model::value_of(sample, 1), 20.0);
}

TEST_F(EventTrialTest, WhatWasNotCountedHasNoReadingAndIsNoted) {
  FakeCounters counters({kFaults, kCycles});
  counters.counts = [] {
    return std::vector{
        model::EventCount{.status = CountStatus::kNotCounted, .reason = "others hold them all"},
        model::EventCount{.status = CountStatus::kCounted, .value = 8, .running_share = 0.5}};
  };
  auto slot = noting_command();
  slot.metrics.push_back(kCycles);
  const auto result = LiveHost(std::nullopt, &counters).measure(slot).value();
  ASSERT_EQ(result.readings.size(), 4U);
  EXPECT_EQ(result.readings[3].metric, 4U);
  ASSERT_EQ(result.notes.size(), 2U);
  EXPECT_NE(result.notes[0].find("page-faults"), std::string::npos);
  EXPECT_NE(result.notes[0].find("not counted: others hold them all"), std::string::npos);
  EXPECT_NE(result.notes[1].find("estimates"), std::string::npos);
}

TEST_F(EventTrialTest, WhatIsNotPermittedIsTakenFromGetrusageAndNamedSo) {
  FakeCounters counters({kFaults});
  counters.counts = [] {
    return std::vector{
        model::EventCount{.status = CountStatus::kNotPermitted, .reason = "paranoid=3"}};
  };
  const auto result = LiveHost(std::nullopt, &counters).measure(noting_command()).value();
  ASSERT_EQ(result.readings.size(), 4U);
  EXPECT_GT(result.readings[3].total, 0);
  ASSERT_EQ(result.notes.size(), 1U);
  EXPECT_NE(result.notes[0].find("getrusage"), std::string::npos);
  EXPECT_NE(result.notes[0].find("paranoid=3"), std::string::npos);
}

TEST_F(EventTrialTest, ACountedProcessThatFailsIsAFailedSample) {
  FakeCounters counters({kFaults});
  counters.counts = [] { return std::vector{counted(1)}; };
  auto slot = noting_command();
  slot.command = {"/bin/sh", "-c", "mkdir " + path("once")};
  const auto result = LiveHost(std::nullopt, &counters).measure(slot).value();
  EXPECT_EQ(result.status, model::SampleStatus::kFailed);
  EXPECT_TRUE(result.failure.starts_with("exited 1")) << result.failure;
  EXPECT_NE(result.failure.find("whose events are counted"), std::string::npos);
}

TEST_F(EventTrialTest, ATrialJudgesEventsBesideTheTimeAndRecordsThem) {
  // Each arm says what is to be counted of it, so that the order of chance does not matter.
  FakeCounters counters({kFaults, kCycles});
  counters.counts = [&] {
    const auto said = parse_double(trimmed(read_file(path("count")).value_or("")));
    return std::vector{
        counted(said.value_or(0)),
        model::EventCount{.status = CountStatus::kNotCounted, .reason = "others hold them all"}};
  };
  Wanted wanted{.arms = {{.name = "few", .settings = {{"cmd", "echo 100 > " + path("count")}}},
                         {.name = "many", .settings = {{"cmd", "echo 150 > " + path("count")}}}},
                .event_metrics = {kFaults, kCycles},
                .seed = 7,
                .repeat = 6};
  auto plan = make_plan(wanted).value();
  auto settings = ArmSettings::prepare(wanted.arms).value();
  LiveHost host(std::nullopt, &counters);
  sys::RawClock clock;
  const Surroundings around{
      .host = host, .clock = clock, .settings = settings, .on_progress = {}, .on_notice = {}};
  const auto rehearsal = rehearse(plan, around).value();
  auto recorder =
      store::Recorder::begin(path("t.kab"), store::IfExists::kRefuse, plan.session).value();
  const auto finished = run_plan(std::move(plan), rehearsal, around, recorder);
  ASSERT_FALSE(finished.ended_by);
  const auto recorded = store::load(path("t.kab")).value();
  const auto judgement = analysis::judge_trial(recorded.sessions.at(0), {}).value();
  const auto row = std::ranges::find(judgement.comparisons, "page-faults",
                                     [](const auto& one) { return one.metric.name; });
  ASSERT_NE(row, judgement.comparisons.end());
  EXPECT_FALSE(row->primary);
  EXPECT_EQ(row->metric.unit, "events");
  EXPECT_EQ(row->verdict, model::Verdict::kSlower);
  EXPECT_NEAR(row->change.value_or(0), 0.5, 1e-9);
  EXPECT_TRUE(judgement.comparisons.front().primary);
  EXPECT_EQ(judgement.comparisons.front().metric.name, "wall");
  const auto said = std::ranges::count_if(recorded.sessions[0].events,
                                          [](const auto& event) { return event.code == "events"; });
  EXPECT_EQ(said, 1) << "a note stands once, however many samples gave it";
  for (const auto& sample : recorded.sessions[0].samples)
    EXPECT_FALSE(model::value_of(sample, 4).has_value()) << "not counted is not zero";
}

TEST(EventMetrics, ADirectionIsKnownOrAskedFor) {
  const auto events = events::parse_events("cycles:k,context-switches,r01c2").value();
  const auto unknown = event_metrics(events, std::nullopt);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, ErrorKind::kInput);
  EXPECT_NE(unknown.error().message.find("\"r01c2\""), std::string::npos);
  EXPECT_NE(unknown.error().message.find("--better"), std::string::npos);
  const auto said = event_metrics(events, model::Better::kHigher).value();
  EXPECT_EQ(said[0].better, model::Better::kLower) << "what is known stays";
  EXPECT_EQ(said[2].better, model::Better::kHigher);
  EXPECT_EQ(per_operation(said[1]).unit, "events/op");
}

TEST(EventMetrics, WhatCannotBeHadIsNamedOnceForEachReason) {
  const auto events = events::parse_events("cycles,instructions,page-faults,r1").value();
  const auto metrics = event_metrics(events, model::Better::kLower).value();
  const auto lacks = [](CountStatus status, const char* why) {
    return model::EventCount{.status = status, .reason = why};
  };
  const auto here = events_here(events, metrics,
                                {lacks(CountStatus::kNotSupported, "no counters"),
                                 lacks(CountStatus::kNotSupported, "no counters"),
                                 lacks(CountStatus::kNotPermitted, "paranoid"),
                                 lacks(CountStatus::kNotPermitted, "paranoid")});
  ASSERT_EQ(here.events.size(), 1U) << "getrusage knows the faults";
  EXPECT_EQ(here.metrics[0].name, "page-faults");
  ASSERT_EQ(here.missing.size(), 2U);
  EXPECT_EQ(text_of(here.missing[0]), "cycles, instructions: not supported: no counters");
  EXPECT_EQ(text_of(here.missing[1]), "r1: not permitted: paranoid");
}

}  // namespace
}  // namespace kab::trial
