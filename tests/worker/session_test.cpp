#include "worker/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::worker {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;

std::vector<wire::Reply> answer_to(const wire::Request& request) {
  return answer(wire::encode(request));
}

/// The refusal that is the only reply.
wire::Refusal refusal_of(const std::vector<wire::Reply>& replies) {
  if (replies.size() != 1 || !std::holds_alternative<wire::Refusal>(replies.front()))
    return {.kind = ErrorKind::kInterrupted, .reason = "was not refused"};
  return std::get<wire::Refusal>(replies.front());
}

TEST(Session, AnswersHelloThenBatchesThenDone) {
  const auto replies =
      answer_to({.workload = "getppid", .iterations = 10, .batches = 3, .warmup_iterations = 5});
  ASSERT_EQ(replies.size(), 5U);
  const auto& hello = std::get<wire::Hello>(replies[0]);
  EXPECT_EQ(hello.abi, "x86_64");
  EXPECT_EQ(hello.bytes_per_operation, 0);
  EXPECT_GT(hello.timer_resolution_ns, 0);
  EXPECT_GT(hello.timer_cost_ns, 0);
  EXPECT_GT(hello.empty_loop_ns, 0);
  EXPECT_GT(hello.recording_ns, 0);
  for (std::size_t i = 1; i <= 3; ++i) {
    EXPECT_EQ(std::get<wire::Batch>(replies[i]).iterations, 10U);
    EXPECT_GE(std::get<wire::Batch>(replies[i]).elapsed_ns, 0);
  }
  EXPECT_EQ(std::get<wire::Batch>(replies[1]).started_ns, 0);
  const auto& done = std::get<wire::Done>(replies[4]);
  EXPECT_EQ(done.iterations, 10U);
  ASSERT_EQ(done.cpus.size(), 1U);
  EXPECT_GE(done.cpus[0], 0);
  EXPECT_GT(done.inside_ns, 0);
  EXPECT_GT(done.resident_kb, 0);
}

TEST(Session, SaysWhereEachRoleRanAndHowManyBytesItMoves) {
  const auto replies = answer_to({.workload = "unix-dgram-fanin",
                                  .params = {{"writers", "3"}, {"size", "64"}},
                                  .iterations = 10});
  ASSERT_EQ(replies.size(), 3U);
  EXPECT_EQ(std::get<wire::Hello>(replies[0]).bytes_per_operation, 64);
  EXPECT_EQ(std::get<wire::Done>(replies[2]).cpus.size(), 4U);
  EXPECT_THAT(std::get<wire::Done>(replies[2]).cpus, Each(::testing::Ge(0)));
}

TEST(Session, ABatchThatAParameterFixesIsNotSought) {
  const auto replies = answer_to({.task = wire::Task::kCalibrate,
                                  .workload = "unix-stream",
                                  .params = {{"messages", "37"}},
                                  .batch_ns = 1'000'000'000});
  ASSERT_EQ(replies.size(), 2U);
  EXPECT_EQ(std::get<wire::Done>(replies[1]).iterations, 37U);
}

TEST(Session, SendsFurtherMetricsWithTheirBatch) {
  const auto replies = answer_to({.workload = "futex-wake",
                                  .params = {{"latency", "on"}, {"copies", "2"}},
                                  .iterations = 10,
                                  .batches = 2});
  ASSERT_EQ(replies.size(), 4U);
  const auto& batch = std::get<wire::Batch>(replies[1]);
  EXPECT_EQ(batch.iterations, 20U);
  ASSERT_EQ(batch.further.size(), 6U);
  EXPECT_EQ(batch.further[0].first, "copy-mean");
  EXPECT_EQ(batch.further[5].first, "latency-max");
  for (const auto& [name, value] : batch.further) EXPECT_GT(value, 0) << name;
  EXPECT_EQ(std::get<wire::Done>(replies[3]).iterations, 10U) << "as they were asked for";
}

TEST(Session, CalibratesWithoutBatches) {
  const auto replies =
      answer_to({.task = wire::Task::kCalibrate, .workload = "spin", .batch_ns = 100'000});
  ASSERT_EQ(replies.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<wire::Hello>(replies[0]));
  EXPECT_GT(std::get<wire::Done>(replies[1]).iterations, 1U);
}

TEST(Session, RefusesWorkloadsAndParametersThatItDoesNotKnow) {
  EXPECT_THAT(refusal_of(answer_to({.workload = "unix-seqpackt"})).reason,
              HasSubstr("did you mean unix-seqpacket?"));
  const auto refusal = refusal_of(answer_to({.workload = "pipe", .params = {{"size", "0"}}}));
  EXPECT_EQ(refusal.kind, ErrorKind::kInput);
  EXPECT_THAT(refusal.reason, AllOf(HasSubstr("size"), HasSubstr("from 1 to 4096")));
}

TEST(Session, RefusesFilesThatAreNotThere) {
  const auto refusal =
      refusal_of(answer_to({.workload = "stat", .params = {{"path", "/no/such/file"}}}));
  EXPECT_EQ(refusal.kind, ErrorKind::kInput);
  EXPECT_THAT(refusal.reason, HasSubstr("\"/no/such/file\": No such file or directory"));
}

TEST(Session, RefusesCpusThatAreNotThere) {
  const auto refusal = refusal_of(answer_to({.workload = "null", .pin = {-1}}));
  EXPECT_EQ(refusal.kind, ErrorKind::kInput);
  EXPECT_THAT(refusal.reason, HasSubstr("CPU -1"));
}

TEST(Session, RefusesCountsThatMakeNoSense) {
  EXPECT_THAT(refusal_of(answer_to({.workload = "null", .iterations = 0})).reason,
              HasSubstr("iterations"));
  EXPECT_THAT(refusal_of(answer_to({.workload = "null", .batches = 4'000'000'000})).reason,
              HasSubstr("batches"));
}

TEST(Session, RefusesWhatIsNotARequest) {
  for (const auto* const line : {"", "hello", "{}", "{\"kab\":2}", "\xff\xfe"}) {
    const auto refusal = refusal_of(answer(line));
    EXPECT_EQ(refusal.kind, ErrorKind::kInput) << line;
    EXPECT_FALSE(refusal.reason.empty());
  }
}

}  // namespace
}  // namespace kab::worker
