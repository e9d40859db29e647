#include "trial/live_host.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "trial/workload_metrics.h"

namespace kab::trial {
namespace {

class LiveHostTest : public ::testing::Test {
 protected:
  void SetUp() override { ::setenv("KAB_WORKER", KAB_TEST_WORKER, 1); }

  static SlotRequest workload(const std::string& name) {
    SlotRequest slot;
    slot.workload = name;
    slot.abi = "x86_64";
    slot.calibration = {.iterations = 100, .batches = 3, .warmup_iterations = 10};
    return slot;
  }
  static SlotRequest shell(const std::string& script) {
    SlotRequest slot;
    slot.command = {"/bin/sh", "-c", script};
    return slot;
  }

  LiveHost host_{std::nullopt};
};

TEST_F(LiveHostTest, AWorkloadGivesOneReadingABatch) {
  const auto result = host_.measure(workload("pipe")).value();
  EXPECT_EQ(result.status, model::SampleStatus::kOk);
  ASSERT_EQ(result.readings.size(), 3U);
  for (const auto& reading : result.readings) {
    EXPECT_EQ(reading.iterations, 100U);
    EXPECT_GT(reading.total, 0);
  }
  EXPECT_EQ(result.cpus.size(), 2U);
  EXPECT_GT(result.inside_ns, 0);
  EXPECT_GE(result.duration_ns, result.inside_ns);
}

TEST_F(LiveHostTest, LatenciesAreReadingsOfMetricsOfTheirOwn) {
  auto slot = workload("eventfd");
  slot.params = {{"latency", "on"}};
  slot.metrics = metrics_of_workload(slot.params, {});
  const auto result = host_.measure(slot).value();
  ASSERT_EQ(result.readings.size(), 3U * 5);
  double before = 0;
  for (std::uint32_t i = 1; i < 5; ++i) {
    EXPECT_EQ(result.readings[i].metric, i);
    EXPECT_EQ(result.readings[i].iterations, 1U);
    EXPECT_GE(result.readings[i].total, before) << "a quantile is below the one before it";
    before = result.readings[i].total;
  }
}

TEST_F(LiveHostTest, CopiesAddTheirIterationsUpAndTellTheirOwnTimes) {
  auto slot = workload("getppid");
  slot.params = {{"copies", "2"}};
  slot.metrics = metrics_of_workload(slot.params, {});
  const auto result = host_.measure(slot).value();
  ASSERT_EQ(result.readings.size(), 3U * 3);
  EXPECT_EQ(result.readings[0].iterations, 200U);
  EXPECT_GE(result.readings[2].total, result.readings[1].total) << "slowest and mean";
}

TEST_F(LiveHostTest, MetricsThatTheSubjectDoesNotHaveAreLeftOut) {
  auto slot = workload("eventfd");
  slot.params = {{"latency", "on"}};
  slot.metrics = {model::time_metric()};
  EXPECT_EQ(host_.measure(slot).value().readings.size(), 3U);
}

TEST_F(LiveHostTest, CalibrationFindsIterationsAndBytes) {
  const auto found = host_.calibrate(workload("unix-stream"), 1'000'000).value();
  EXPECT_GT(found.calibration.iterations, 1U);
  EXPECT_EQ(found.bytes_per_operation, 16);
  EXPECT_GT(found.calibration.timer_resolution_ns, 0);
}

TEST_F(LiveHostTest, CalibrationSaysWhatRecordingCostsWhereLatenciesAreRecorded) {
  auto slot = workload("eventfd");
  EXPECT_EQ(host_.calibrate(slot, 1'000'000).value().recording_ns, 0);
  slot.params = {{"latency", "on"}};
  EXPECT_GT(host_.calibrate(slot, 1'000'000).value().recording_ns, 0);
}

TEST_F(LiveHostTest, AWrongParameterIsAnInputErrorThatNamesTheWorkload) {
  auto slot = workload("pipe");
  slot.params = {{"sise", "4"}};
  const auto result = host_.measure(slot);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kInput);
  EXPECT_TRUE(result.error().message.starts_with("pipe: ")) << result.error().message;
  EXPECT_EQ(result.error().message.rfind("pipe: "), 0U) << result.error().message;
  EXPECT_NE(result.error().message.find("sise"), std::string::npos);
}

TEST_F(LiveHostTest, ACommandGivesWallUserAndSystemSeconds) {
  const auto result = host_.measure(shell(":")).value();
  ASSERT_EQ(result.readings.size(), 3U);
  EXPECT_GT(result.readings[0].total, 0);
  EXPECT_LT(result.readings[0].total, 60);
}

TEST_F(LiveHostTest, AFailingCommandIsAFailedSampleWithItsLastWords) {
  const auto result = host_.measure(shell("echo first >&2; echo no such luck >&2; exit 3")).value();
  EXPECT_EQ(result.status, model::SampleStatus::kFailed);
  EXPECT_EQ(result.failure, "exited 3: no such luck");
  EXPECT_TRUE(result.readings.empty());
}

TEST_F(LiveHostTest, ANumberTheCommandPrintsComesFirst) {
  LiveHost host(
      NumberMetric{.source = NumberSource::parse("stdout").value(),
                   .metric = {.name = "number", .unit = "B/s", .better = model::Better::kHigher}});
  const auto result = host.measure(shell("echo 1234.5")).value();
  ASSERT_EQ(result.readings.size(), 4U);
  EXPECT_EQ(result.readings[0].total, 1234.5);
  const auto none = host.measure(shell("echo nan")).value();
  EXPECT_EQ(none.status, model::SampleStatus::kFailed);
}

TEST_F(LiveHostTest, TheEnvironmentOfTheArmReachesTheCommand) {
  auto slot = shell("test \"$KAB_TEST_WORD\" = yes");
  slot.environment = {{"KAB_TEST_WORD", "yes"}};
  EXPECT_EQ(host_.measure(slot)->status, model::SampleStatus::kOk);
}

TEST_F(LiveHostTest, TeardownRunsAlsoAfterAFailure) {
  char name[] = "/tmp/kab-live-host-XXXXXX";
  const std::filesystem::path folder = ::mkdtemp(name);
  auto slot = shell("exit 1");
  slot.setup = "touch " + (folder / "x").string();
  slot.teardown = "rm " + (folder / "x").string() + "; touch " + (folder / "done").string();
  EXPECT_EQ(host_.measure(slot)->status, model::SampleStatus::kFailed);
  EXPECT_FALSE(std::filesystem::exists(folder / "x"));
  EXPECT_TRUE(std::filesystem::exists(folder / "done"));
  std::filesystem::remove_all(folder);
}

TEST_F(LiveHostTest, AFailingSetupEndsTheTrialAndIsNamed) {
  auto slot = shell(":");
  slot.setup = "exit 9";
  const auto result = host_.measure(slot);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("setup command \"exit 9\" exited 9"), std::string::npos)
      << result.error().message;
}

}  // namespace
}  // namespace kab::trial
