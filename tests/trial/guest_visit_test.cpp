// What a guest that is asked questions answers: replies, and why there are none.
#include "trial/guest_visit.h"

#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trial/abi.h"

namespace kab::trial {
namespace {

using ::testing::HasSubstr;

GuestAnswer answered(const std::string& output) { return {.status = 0, .output = output}; }

TEST(GuestVisit, AQuestionDoesNotWaitForTheKernelToRest) {
  const auto order =
      question_to_worker("i386", {.task = wire::Task::kTally, .workload = "getcpu"}, 7);
  EXPECT_EQ(order.start, wire::GuestOrder::Start::kAtOnce);
  EXPECT_EQ(order.abi, "i386");
  EXPECT_EQ(order.deadline_ns, 7U);
  EXPECT_EQ(wire::decode_request(order.request)->workload, "getcpu");
}

TEST(GuestVisit, TheLastReplyIsTheAnswer) {
  const auto reply = reply_of(answered(wire::encode(wire::Reply(wire::Hello{})) +
                                       wire::encode(wire::Reply(wire::Tally{.operations = 5}))));
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(std::get<wire::Tally>(*reply).operations, 5U);
}

TEST(GuestVisit, WhyThereIsNoneIsSaid) {
  EXPECT_THAT(reply_of({.refused = "no such ABI"}).error().message, HasSubstr("no such ABI"));
  EXPECT_THAT(reply_of({.status = -11}).error().message, HasSubstr("signal 11"));
  EXPECT_THAT(reply_of({.status = 0, .out_of_time = true}).error().message, HasSubstr("its time"));
  EXPECT_THAT(reply_of({}).error().message, HasSubstr("did not end"));
  EXPECT_FALSE(reply_of(answered("")));
}

TEST(Abis, AreOneOrSeveralWithCommasBetween) {
  EXPECT_EQ(parse_abis("i386").value(), std::vector<std::string>{"i386"});
  EXPECT_EQ(parse_abis("x86_64,i386").value(), (std::vector<std::string>{"x86_64", "i386"}));
  EXPECT_THAT(parse_abis("x86_64,x32").error().message, HasSubstr("x32"));
  EXPECT_FALSE(parse_abis(""));
  EXPECT_FALSE(parse_abis("i386,"));
}

}  // namespace
}  // namespace kab::trial
