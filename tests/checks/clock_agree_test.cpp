#include "checks/clock_agree.h"

#include <string>

#include <gtest/gtest.h>

#include "checks/simulated.h"

namespace kab::checks {
namespace {

TEST(ClockAgree, PassesWhereBothPathsReadOneClock) {
  auto clock = right_clock();
  const auto finding = check_clock_agree(clock, few_rounds(2));
  EXPECT_EQ(finding.outcome, Outcome::kPassed);
  EXPECT_TRUE(finding.evidence.empty());
  EXPECT_EQ(number_in(finding, "simulated, readings"), 2 * 2 * 500);
  EXPECT_EQ(number_in(finding, "simulated, largest disagreement"), 0);
}

TEST(ClockAgree, FindsAFastPathThatIsLate) {
  auto clock = simulated_clock(
      [](std::int64_t ns, std::uint64_t, Path path) { return path == Path::kFast ? ns + 40 : ns; });
  const auto finding = check_clock_agree(clock, few_rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, "500 of 500 readings by the fast path lie outside"));
  EXPECT_TRUE(mentions(finding, "(0 too early, 500 too late)"));
  EXPECT_EQ(number_in(finding, "simulated, largest disagreement"), 30);
}

TEST(ClockAgree, FindsASingleReadingThatIsEarly) {
  auto clock = simulated_clock(
      [](std::int64_t ns, std::uint64_t reading, Path) { return reading == 50 ? ns - 45 : ns; });
  const auto finding = check_clock_agree(clock, few_rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, "1 of 500 readings")) << finding.evidence.front();
  EXPECT_TRUE(mentions(finding, "(1 too early, 0 too late)")) << finding.evidence.front();
}

TEST(ClockAgree, FindsResolutionsThatDiffer) {
  auto clock = right_clock();
  clock.resolution = [](clockid_t, Path path) { return path == Path::kFast ? 1 : 4'000'000; };
  const auto finding = check_clock_agree(clock, few_rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, "its resolution is 1 ns by the fast path and 4000000 ns"));
}

TEST(ClockAgree, DoesNotHoldItAgainstAClockThatWasSet) {
  auto clock = simulated_clock(
      [](std::int64_t ns, std::uint64_t reading, Path) { return reading > 70 ? ns - 500 : ns; },
      Settable::kYes);
  clock.was_set = [] { return true; };
  const auto finding = check_clock_agree(clock, few_rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kPassed);
  EXPECT_TRUE(mentions(finding, "since the clock was set"));
}

TEST(ClockAgree, LooksAtEveryClockOfThisKernel) {
  auto clocks = kernel_clocks();
  const auto finding = check_clock_agree(clocks, few_rounds(1));
  for (const auto& clock : clocks.clocks)
    EXPECT_EQ(number_in(finding, std::string(clock.name) + ", readings"), 1000);
}

}  // namespace
}  // namespace kab::checks
