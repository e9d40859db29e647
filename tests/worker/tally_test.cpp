#include "worker/tally.h"

#include <gtest/gtest.h>

#include "worker/session.h"
#include "workloads/registry.h"

namespace kab::worker {
namespace {

wire::Tally tally_of(std::string_view name, std::uint64_t operations) {
  const auto workload = *workloads::find_workload(name);
  const auto params = *workloads::ParamValues::resolve(name, workload.params, {});
  const auto counted = tally(workload, params, {}, operations);
  EXPECT_TRUE(counted) << counted.error().message;
  return counted.value_or(wire::Tally{});
}

TEST(Tally, NamesTheCallsOfTheOperationsAndNoOthers) {
  EXPECT_EQ(
      tally_of("getppid", 50),
      (wire::Tally{.operations = 50,
                   .calls = {{.name = "getppid", .abi = "x86_64", .calls = 50, .errors = 0}}}));
  EXPECT_EQ(tally_of("spin", 50), wire::Tally{.operations = 50});
}

TEST(Tally, CountsAllRolesAndPutsTheMostFrequentFirst) {
  const auto counted = tally_of("pipe", 200);
  ASSERT_GE(counted.calls.size(), 2U);
  EXPECT_EQ(counted.calls[0].calls, 200U);
  EXPECT_EQ(counted.calls[1].calls, 200U);
  EXPECT_EQ(counted.calls[0].name, "read");
  EXPECT_EQ(counted.calls[1].name, "write");
}

TEST(Tally, AnswersARequestWithOneReply) {
  const auto replies = answer(wire::encode(
      wire::Request{.task = wire::Task::kTally, .workload = "getppid", .iterations = 9}));
  ASSERT_EQ(replies.size(), 1U);
  ASSERT_TRUE(std::holds_alternative<wire::Tally>(replies[0]));
  EXPECT_EQ(std::get<wire::Tally>(replies[0]).operations, 9U);
  const auto none = answer(wire::encode(
      wire::Request{.task = wire::Task::kTally, .workload = "getppid", .iterations = 0}));
  EXPECT_TRUE(std::holds_alternative<wire::Refusal>(none.at(0)));
}

}  // namespace
}  // namespace kab::worker
