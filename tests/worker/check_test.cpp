#include "worker/check.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "worker/session.h"

namespace kab::worker {
namespace {

TEST(RunCheck, AnswersWithPropertyOutcomeAndNumbers) {
  const auto checked = run_check("clock-agree", 1'000'000, 7);
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_FALSE(checked->property.empty());
  EXPECT_FALSE(checked->numbers.empty());
  EXPECT_NE(checked->outcome, wire::CheckOutcome::kUnavailable);
}

TEST(RunCheck, RefusesWhatItDoesNotKnow) {
  const auto replies = answer(
      wire::encode(wire::Request{.task = wire::Task::kCheck, .check = "clock-agre", .time_ns = 1}));
  ASSERT_EQ(replies.size(), 1U);
  ASSERT_TRUE(std::holds_alternative<wire::Refusal>(replies[0]));
  const auto& refusal = std::get<wire::Refusal>(replies[0]);
  EXPECT_EQ(refusal.kind, ErrorKind::kInput);
  EXPECT_NE(refusal.reason.find("did you mean clock-agree?"), std::string::npos);
}

TEST(RunCheck, TheWorkloadsOfThisKernelMakeTheCallsTheyDeclare) {
  const auto checked = run_check("syscall-tally", 1'000'000, 7);
  ASSERT_TRUE(checked) << checked.error().message;
  std::string evidence;
  for (const auto& line : checked->evidence) evidence += line + "\n";
#ifdef KAB_SANITIZED
  EXPECT_EQ(checked->outcome, wire::CheckOutcome::kUnavailable) << "a sanitizer makes calls too";
#else
  EXPECT_EQ(checked->outcome, wire::CheckOutcome::kPassed) << evidence;
#endif
}

TEST(ListOfChecks, HasALineForEach) {
  const std::string lines = list_of_checks();
  EXPECT_GE(std::ranges::count(lines, '\n'), 6);
  EXPECT_NE(lines.find(R"({"kab":1,"name":"unix-peer-lifecycle","property":")"), std::string::npos);
}

}  // namespace
}  // namespace kab::worker
