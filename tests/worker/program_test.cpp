// The built programs, driven from outside as kab drives them.
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>

#include "base/text.h"
#include "wire/protocol.h"
#include "worker/worker_process.h"

namespace kab::worker {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::StartsWith;

WorkerOutcome worker(const std::vector<std::string>& arguments, std::string_view input) {
  std::vector<std::string> argv = {KAB_WORKER};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  const auto outcome = run_process(argv, input);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return outcome.value_or(WorkerOutcome{.status = -1});
}

bool exited(const WorkerOutcome& outcome, int code) {
  return WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == code;
}

std::vector<wire::Reply> replies_in(const WorkerOutcome& outcome) {
  std::vector<wire::Reply> replies;
  for (const auto line : split(outcome.output, '\n')) {
    if (line.empty()) continue;
    const auto reply = wire::decode_reply(line);
    EXPECT_TRUE(reply) << line;
    if (reply) replies.push_back(*reply);
  }
  return replies;
}

std::string refusal_to(std::string_view input) {
  const WorkerOutcome outcome = worker({}, input);
  EXPECT_TRUE(exited(outcome, 0)) << "a refusal is an answer";
  const auto replies = replies_in(outcome);
  if (replies.size() != 1 || !std::holds_alternative<wire::Refusal>(replies[0]))
    return "not refused: " + outcome.output;
  return std::get<wire::Refusal>(replies[0]).reason;
}

TEST(WorkerProgram, MeasuresWhatItIsAskedFor) {
  const WorkerOutcome outcome = worker({}, wire::encode(wire::Request{.workload = "unix-seqpacket",
                                                                      .params = {{"size", "32"}},
                                                                      .iterations = 100,
                                                                      .batches = 4,
                                                                      .warmup_iterations = 10}));
  ASSERT_TRUE(exited(outcome, 0)) << outcome.errors;
  const auto replies = replies_in(outcome);
  ASSERT_EQ(replies.size(), 6U);
  EXPECT_EQ(std::get<wire::Hello>(replies.front()).bytes_per_operation, 32);
  EXPECT_GT(std::get<wire::Batch>(replies[4]).elapsed_ns, 0);
  EXPECT_EQ(std::get<wire::Done>(replies.back()).iterations, 100U);
  EXPECT_EQ(std::get<wire::Done>(replies.back()).cpus.size(), 2U);
  EXPECT_EQ(outcome.errors, "");
}

TEST(WorkerProgram, RunsEachRoleWhereItIsPinned) {
  const int here = ::sched_getcpu();
  const WorkerOutcome outcome = worker(
      {}, wire::encode(wire::Request{
              .workload = "unix-dgram-fanin", .iterations = 20, .batches = 2, .pin = {here}}));
  const auto replies = replies_in(outcome);
  ASSERT_EQ(replies.size(), 4U);
  const auto& done = std::get<wire::Done>(replies.back());
  EXPECT_EQ(done.cpus.size(), 5U);
  EXPECT_THAT(done.cpus, Each(here));
}

TEST(WorkerProgram, Calibrates) {
  const WorkerOutcome outcome =
      worker({}, wire::encode(wire::Request{
                     .task = wire::Task::kCalibrate, .workload = "getppid", .batch_ns = 200'000}));
  const auto replies = replies_in(outcome);
  ASSERT_EQ(replies.size(), 2U);
  EXPECT_GT(std::get<wire::Done>(replies[1]).iterations, 0U);
}

TEST(WorkerProgram, RefusesAndSaysWhy) {
  EXPECT_THAT(refusal_to(wire::encode(wire::Request{.workload = "nul"})),
              HasSubstr("did you mean null?"));
  EXPECT_THAT(refusal_to(wire::encode(wire::Request{.workload = "null", .pin = {1 << 19}})),
              HasSubstr("CPU 524288"));
  EXPECT_EQ(refusal_to(""), "no request on standard input");
  EXPECT_THAT(refusal_to("GET / HTTP/1.1\r\n"), HasSubstr("not JSON at byte 0"));
  EXPECT_THAT(refusal_to(std::string("\0\xff\x80\n", 4)), HasSubstr("not JSON at byte 0"));
  EXPECT_THAT(refusal_to("{\"kab\":1,\"request\":\"mea"), HasSubstr("ends inside a string"));
  EXPECT_THAT(refusal_to(std::string(300'000, '[')), HasSubstr("longer than"));
}

TEST(WorkerProgram, NeedsNoNewlineAtTheEndOfItsInput) {
  std::string line = wire::encode(wire::Request{.workload = "null"});
  line.pop_back();
  EXPECT_EQ(replies_in(worker({}, line)).size(), 3U);
}

TEST(WorkerProgram, TellsItsOptions) {
  EXPECT_THAT(worker({"--help"}, "").output, StartsWith("usage: kab-worker"));
  EXPECT_THAT(worker({"--version"}, "").output, StartsWith("kab-worker 0."));
  EXPECT_THAT(worker({"--list"}, "").output, HasSubstr("\"name\":\"unix-stream\""));
  for (const auto* const option : {"--help", "--version", "--list"})
    EXPECT_TRUE(exited(worker({option}, ""), 0)) << option;
}

TEST(WorkerProgram, RefusesArgumentsThatItDoesNotKnow) {
  const WorkerOutcome unknown = worker({"--measure"}, "");
  EXPECT_TRUE(exited(unknown, 2));
  EXPECT_EQ(unknown.output, "");
  EXPECT_THAT(unknown.errors, HasSubstr("--measure"));
  EXPECT_TRUE(exited(worker({"--list", "more"}, ""), 2));
}

TEST(WorkerProgram, SaysSoWhenNobodyTakesItsAnswer) {
  const auto outcome =
      run_process({"sh", "-c", std::string(KAB_WORKER) + " --list >/dev/full"}, "");
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(exited(*outcome, 3));
  EXPECT_THAT(outcome->errors, HasSubstr("cannot write standard output: No space left on device"));
}

#ifndef KAB_SANITIZED
TEST(WorkerProgram, IsSmall) {
  const auto replies =
      replies_in(worker({}, wire::encode(wire::Request{.workload = "getppid", .iterations = 9})));
  ASSERT_EQ(replies.size(), 3U);
  EXPECT_LT(std::get<wire::Done>(replies[2]).resident_kb, 4096);
}
#endif

#ifdef KAB_WORKER_I386
/// argv to run the 32-bit worker: on this kernel if it takes such programs, else through QEMU.
std::vector<std::string> i386_command() {
  if (run_process({KAB_WORKER_I386, "--version"}, "")) return {KAB_WORKER_I386};
  if (run_process({"qemu-i386", "-version"}, "")) return {"qemu-i386", KAB_WORKER_I386};
  return {};
}

TEST(WorkerProgram, DoesTheSameIn32Bits) {
  const std::vector<std::string> command = i386_command();
  if (command.empty()) GTEST_SKIP() << "this kernel runs no 32-bit programs; no qemu-i386 either";
  for (const auto* const workload : {"getppid", "stat", "clock-monotonic", "unix-seqpacket"}) {
    const auto outcome = run_process(
        command, wire::encode(wire::Request{.workload = workload, .iterations = 20, .batches = 2}));
    ASSERT_TRUE(outcome);
    const auto replies = replies_in(*outcome);
    ASSERT_EQ(replies.size(), 4U) << workload << ": " << outcome->output << outcome->errors;
    EXPECT_EQ(std::get<wire::Hello>(replies[0]).abi, "i386");
    EXPECT_EQ(std::get<wire::Batch>(replies[2]).iterations, 20U);
  }
}
#endif

}  // namespace
}  // namespace kab::worker
