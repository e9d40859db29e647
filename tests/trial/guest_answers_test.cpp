#include "trial/guest_answers.h"

#include <gtest/gtest.h>

#include "model/count_metrics.h"

namespace kab::trial {
namespace {

using wire::GuestRecord;

std::string worker_output() {
  return wire::encode(wire::Reply(wire::Hello{.abi = "x86_64", .timer_resolution_ns = 97})) +
         wire::encode(wire::Reply(wire::Batch{.iterations = 10, .elapsed_ns = 3370})) +
         wire::encode(wire::Reply(wire::Batch{.iterations = 10, .elapsed_ns = 3380})) +
         wire::encode(wire::Reply(wire::Done{.iterations = 10, .cpus = {0}}));
}

SlotRequest slot_of(const std::string& workload) {
  SlotRequest slot;
  slot.workload = workload;
  slot.metrics = model::count_metrics();
  return slot;
}

TEST(GuestAnswers, RecordsOfOtherOrdersAreNotItsOwn) {
  const wire::GuestChannel channel{
      .state = wire::GuestState::kFinished,
      .records = {GuestRecord{.name = "output", .order = 1, .status = 0, .bytes = "one"},
                  GuestRecord{.name = "quiet", .order = 2, .status = 0, .bytes = "100"},
                  GuestRecord{.name = "output", .order = 2, .status = 0, .bytes = "two"},
                  GuestRecord{.name = "times", .order = 2, .status = 0, .bytes = "30 20 10"},
                  GuestRecord{.name = "end", .order = 2, .status = -11, .bytes = {}}}};
  const auto answer = answer_to(channel, 2);
  EXPECT_EQ(answer.output, "two");
  EXPECT_FALSE(answer.quiet);
  EXPECT_EQ(answer.status, -11);
  EXPECT_EQ(answer.times_ns, (std::vector<std::int64_t>{30, 20, 10}));
  EXPECT_FALSE(answer_to(channel, 3).status.has_value());
}

TEST(GuestAnswers, ABatchIsAReadingOfInstructions) {
  const auto sample = sample_in({.status = 0, .output = worker_output()}, slot_of("getppid"),
                                model::Lane::kCount, std::nullopt);
  EXPECT_EQ(sample.status, model::SampleStatus::kOk) << sample.failure;
  ASSERT_EQ(sample.readings.size(), 2U);
  EXPECT_EQ(sample.readings[1].total, 3380);
  EXPECT_EQ(sample.readings[1].iterations, 10U);
  EXPECT_EQ(sample.readings[1].batch, 1U);
}

TEST(GuestAnswers, AWorkerThatDiedIsNoSample) {
  const auto sample = sample_in({.status = -9, .output = worker_output()}, slot_of("getppid"),
                                model::Lane::kCount, std::nullopt);
  EXPECT_EQ(sample.status, model::SampleStatus::kFailed);
  EXPECT_NE(sample.failure.find("signal 9"), std::string::npos);
  EXPECT_TRUE(sample.readings.empty());
}

TEST(GuestAnswers, ARefusalKeepsItsKindAndReason) {
  const auto refusal = wire::encode(
      wire::Reply(wire::Refusal{.kind = ErrorKind::kUnavailable, .reason = "no such call"}));
  const auto replies = replies_in({.status = 0, .output = refusal}, slot_of("fork"));
  ASSERT_FALSE(replies.has_value());
  EXPECT_EQ(replies.error().kind, ErrorKind::kUnavailable);
  EXPECT_EQ(replies.error().message, "fork: no such call");
}

TEST(GuestAnswers, AProgramThatTheKernelDoesNotRunSaysSo) {
  const auto replies = replies_in({.refused = "cannot run: Exec format error"}, slot_of("time"));
  ASSERT_FALSE(replies.has_value());
  EXPECT_EQ(replies.error().message, "time: cannot run: Exec format error");
}

TEST(GuestAnswers, CalibrationIsWhatTheWorkerFound) {
  const auto found = calibrated_by({.status = 0, .output = worker_output()}, slot_of("getppid"));
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_EQ(found->calibration.iterations, 10U);
  EXPECT_EQ(found->calibration.timer_resolution_ns, 97);
}

TEST(GuestAnswers, ACommandIsItsInstructionsOrItsTimes) {
  const GuestAnswer answer{.status = 0, .times_ns = {3'000'000, 2'000'000, 1'000'000}};
  const auto counted = sample_in(answer, {}, model::Lane::kCount, std::nullopt);
  ASSERT_EQ(counted.readings.size(), 1U);
  EXPECT_EQ(counted.readings[0].total, 3'000'000);
  const auto timed = sample_in(answer, {}, model::Lane::kTime, std::nullopt);
  ASSERT_EQ(timed.readings.size(), 3U);
  EXPECT_DOUBLE_EQ(timed.readings[2].total, 0.001);
}

TEST(GuestAnswers, ACommandThatFailsIsNoSample) {
  const auto sample = sample_in({.status = 1, .errors = "first\nlast words\n"}, {},
                                model::Lane::kCount, std::nullopt);
  EXPECT_EQ(sample.status, model::SampleStatus::kFailed);
  EXPECT_EQ(sample.failure, "exited 1: last words");
}

}  // namespace
}  // namespace kab::trial
