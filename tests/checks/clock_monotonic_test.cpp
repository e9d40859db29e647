#include "checks/clock_monotonic.h"

#include <atomic>
#include <string>

#include <gtest/gtest.h>

#include "checks/simulated.h"

namespace kab::checks {
namespace {

TEST(ClockMonotonic, PassesAClockThatOnlyGoesOn) {
  auto clock = right_clock();
  const auto finding = check_clock_monotonic(clock, few_rounds(3));
  EXPECT_EQ(finding.outcome, Outcome::kPassed);
  EXPECT_EQ(number_in(finding, "simulated, steps in one thread"), 3 * 500);
  EXPECT_GT(number_in(finding, "simulated, steps from thread to thread"), 3 * 5000);
}

TEST(ClockMonotonic, PassesAClockThatStandsStill) {
  auto clock = simulated_clock([](std::int64_t, std::uint64_t, Path) { return 42; });
  EXPECT_EQ(check_clock_monotonic(clock, few_rounds(1)).outcome, Outcome::kPassed);
}

TEST(ClockMonotonic, FindsAStepBackInOneThread) {
  auto clock = simulated_clock(
      [](std::int64_t ns, std::uint64_t reading, Path) { return reading == 100 ? ns - 60 : ns; });
  const auto finding = check_clock_monotonic(clock, few_rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, "in one thread: 1 of 500 readings")) << finding.evidence.front();
  EXPECT_EQ(number_in(finding, "simulated, largest step back in one thread"), 50);
}

TEST(ClockMonotonic, FindsAPathThatLagsBehindTheOther) {
  auto clock = simulated_clock(
      [](std::int64_t ns, std::uint64_t, Path path) { return path == Path::kFast ? ns - 25 : ns; });
  const auto finding = check_clock_monotonic(clock, few_rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, "the fast path after a system call"));
  EXPECT_EQ(number_in(finding, "simulated, largest step back in one thread"), 15);
}

TEST(ClockMonotonic, FindsACpuWhoseClockLagsBehindTheOthers) {
  // Not seen by one thread alone: each thread's own clock is right. Threads are told apart by a
  // lag of their own, as CPUs with unsynchronised counters would have.
  static std::atomic<int> threads = 0;
  auto clock = simulated_clock([](std::int64_t ns, std::uint64_t, Path) {
    thread_local const int number = threads++;
    return ns - number % 2 * 1000;
  });
  const auto finding = check_clock_monotonic(clock, few_rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_FALSE(mentions(finding, "in one thread"));
  EXPECT_TRUE(mentions(finding, "from thread to thread"));
  EXPECT_EQ(number_in(finding, "simulated, largest step back from thread to thread"), 990);
}

TEST(ClockMonotonic, DoesNotHoldItAgainstAClockThatWasSet) {
  const auto back = [](std::int64_t ns, std::uint64_t reading, Path) {
    return reading > 100 ? ns - 3'600'000'000'000 : ns;
  };
  auto set = simulated_clock(back, Settable::kYes);
  set.was_set = [] { return true; };
  const auto finding = check_clock_monotonic(set, few_rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kPassed);
  EXPECT_TRUE(mentions(finding, "since the clock was set"));

  auto not_set = simulated_clock(back, Settable::kYes);
  EXPECT_EQ(check_clock_monotonic(not_set, few_rounds(1)).outcome, Outcome::kFailed);
  auto not_settable = simulated_clock(back, Settable::kNo);
  not_settable.was_set = [] { return true; };
  EXPECT_EQ(check_clock_monotonic(not_settable, few_rounds(1)).outcome, Outcome::kFailed);
}

TEST(ClockMonotonic, IsUnavailableWithoutClocks) {
  ClockSubject none = right_clock();
  none.clocks.clear();
  EXPECT_EQ(check_clock_monotonic(none, few_rounds(1)).outcome, Outcome::kUnavailable);
}

TEST(ClockMonotonic, LooksAtEveryClockOfThisKernel) {
  auto clocks = kernel_clocks();
  EXPECT_GE(clocks.clocks.size(), 4U);
  const auto finding = check_clock_monotonic(clocks, few_rounds(1));
  EXPECT_NE(finding.outcome, Outcome::kUnavailable);
  for (const auto& clock : clocks.clocks)
    EXPECT_GT(number_in(finding, std::string(clock.name) + ", steps in one thread"), 0);
}

}  // namespace
}  // namespace kab::checks
