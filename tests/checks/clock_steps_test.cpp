#include "checks/clock_steps.h"

#include <gtest/gtest.h>

namespace kab::checks {
namespace {

TEST(ClockSteps, CountStepsBackAndKeepTheLargest) {
  ClockSteps steps;
  steps.add(100, Path::kFast, 100, Path::kFast);
  steps.add(100, Path::kFast, 93, Path::kSyscall);
  steps.add(93, Path::kSyscall, 95, Path::kFast);
  steps.add(95, Path::kFast, 94, Path::kFast);
  EXPECT_EQ(steps.steps(), 4U);
  EXPECT_EQ(steps.back(), 2U);
  EXPECT_EQ(steps.largest_back_ns(), 7);
  EXPECT_EQ(
      steps.text(),
      "2 of 4 readings lie behind the one before, by up to 7 ns (a system call after the fast "
      "path)");
}

TEST(ClockSteps, AreSignedWhateverTheSizeOfTheClock) {
  ClockSteps steps;
  steps.add(1'800'000'000'000'000'000, Path::kFast, 0, Path::kFast);
  EXPECT_EQ(steps.largest_back_ns(), 1'800'000'000'000'000'000);
}

TEST(ClockSteps, OfSeveralThreadsAddUp) {
  ClockSteps one;
  one.add(10, Path::kFast, 8, Path::kFast);
  ClockSteps other;
  other.add(10, Path::kSyscall, 5, Path::kFast);
  other.add(5, Path::kFast, 6, Path::kFast);
  one.add(other);
  EXPECT_EQ(
      one.text(),
      "2 of 3 readings lie behind the one before, by up to 5 ns (the fast path after a system "
      "call)");
}

}  // namespace
}  // namespace kab::checks
