#include "trial/check.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sys/scratch.h"

namespace kab::trial {
namespace {

using wire::CheckOutcome;

class Check : public ::testing::Test {
 protected:
  /// A worker that does what a shell line says.
  std::string worker(const std::string& line) const {
    return folder_.file("worker", "#!/bin/sh\n" + line + "\n", 0755);
  }
  static CheckOrder order() {
    return {.check = {.name = "clock-agree", .property = "clocks agree"},
            .time_ns = 1'000'000,
            .seed = 7,
            .deadline_ns = 60'000'000'000};
  }
  wire::Checked outcome_with(const std::string& line, const CheckOrder& ordered = order()) const {
    const auto checked = run_check(worker(line), ordered);
    EXPECT_TRUE(checked) << checked.error().message;
    return checked.value_or(wire::Checked{});
  }

  sys::ScratchFolder folder_;
};

TEST_F(Check, TheRealWorkerAnswers) {
  const auto checked = run_check(KAB_TEST_WORKER, order());
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_EQ(checked->outcome, CheckOutcome::kPassed);
  EXPECT_FALSE(checked->numbers.empty());
}

TEST_F(Check, AWorkerThatCrashesHasFailed) {
  const auto checked = outcome_with("kill -SEGV $$");
  EXPECT_EQ(checked.outcome, CheckOutcome::kFailed);
  EXPECT_EQ(checked.property, "clocks agree");
  EXPECT_EQ(checked.evidence.at(0), "kab-worker was killed by signal 11 (Segmentation fault)");
}

TEST_F(Check, AWorkerThatHangsHasFailedAndIsEnded) {
  auto ordered = order();
  ordered.deadline_ns = 100'000'000;
  const auto checked = outcome_with("exec sleep 600", ordered);
  EXPECT_EQ(checked.outcome, CheckOutcome::kFailed);
  EXPECT_EQ(checked.evidence.at(0), "it hung: kab-worker ran longer than 100 ms, and was ended");
}

TEST_F(Check, AWorkerThatEndsWithAnErrorHasFailedWithItsLastWords) {
  const auto checked = outcome_with("echo one >&2; echo SUMMARY: data race >&2; exit 66");
  EXPECT_EQ(checked.outcome, CheckOutcome::kFailed);
  EXPECT_EQ(checked.evidence.at(0), "kab-worker exited 66: SUMMARY: data race");
}

TEST_F(Check, AWorkerThatSaysNothingHasFailed) {
  EXPECT_EQ(outcome_with("cat >/dev/null").outcome, CheckOutcome::kFailed);
  EXPECT_EQ(outcome_with("echo nonsense").outcome, CheckOutcome::kFailed);
}

TEST_F(Check, ARefusalIsUnavailableWithItsReason) {
  const auto checked = outcome_with(
      R"(echo '{"kab":1,"reply":"refusal","kind":"unavailable","reason":"no sockets here"}')");
  EXPECT_EQ(checked.outcome, CheckOutcome::kUnavailable);
  EXPECT_EQ(checked.evidence, std::vector<std::string>{"no sockets here"});
}

TEST_F(Check, TheListIsTheWorkers) {
  const auto known = list_checks(KAB_TEST_WORKER);
  ASSERT_TRUE(known) << known.error().message;
  EXPECT_GE(known->size(), 6U);
  EXPECT_EQ(known->front().name, "clock-agree");
  EXPECT_FALSE(known->front().property.empty());
  const auto none = list_checks("/no/such/worker");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("/no/such/worker"), std::string::npos);
}

TEST_F(Check, ChecksAreChosenByName) {
  const std::vector<CheckFacts> known = {{.name = "one", .property = ""},
                                         {.name = "another", .property = ""}};
  EXPECT_EQ(choose_checks({}, known)->size(), 2U);
  EXPECT_EQ(choose_checks({"another"}, known)->front().name, "another");
  const auto wrong = choose_checks({"anothr"}, known);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::kInput);
  EXPECT_NE(wrong.error().message.find("did you mean another?"), std::string::npos);
}

}  // namespace
}  // namespace kab::trial
