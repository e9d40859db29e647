#include "worker/quiescence.h"

#include <gtest/gtest.h>

namespace kab::worker {
namespace {

// A kernel whose windows are idle for so many ticks, one after the other; then always wholly.
Quiescence wait_through(const std::vector<std::uint64_t>& idle_in_windows, std::uint64_t cpus = 1) {
  std::uint64_t ticks = 1000;
  std::size_t window = 0;
  return wait_until_quiet(
      cpus,
      [&] {
        ticks += window < idle_in_windows.size() ? idle_in_windows[window] : 10 * cpus;
        ++window;
      },
      [&] { return std::optional(ticks); });
}

TEST(Quiescence, ThreeIdleWindowsInARowAreEnough) {
  const auto found = wait_through({});
  EXPECT_EQ(found.reached, Quiet::kYes);
  EXPECT_EQ(found.windows, 3U);
}

TEST(Quiescence, ABusyWindowBeginsTheCountAnew) {
  EXPECT_EQ(wait_through({0, 0, 10, 9, 8}).windows, 8U);
  EXPECT_EQ(wait_through({9, 9, 9}).windows, 3U);
}

TEST(Quiescence, AllCpusHaveToBeIdle) { EXPECT_EQ(wait_through({9, 9, 9}, 2).windows, 6U); }

TEST(Quiescence, AKernelThatNeverRestsIsGivenUpOnAndThatIsSaid) {
  const auto found = wait_through(std::vector<std::uint64_t>(500, 3));
  EXPECT_EQ(found.reached, Quiet::kNo);
  EXPECT_EQ(found.windows, 100U);
}

TEST(Quiescence, WhereTheTicksCannotBeReadNothingIsQuiet) {
  const auto found =
      wait_until_quiet(1, [] {}, []() -> std::optional<std::uint64_t> { return std::nullopt; });
  EXPECT_EQ(found.reached, Quiet::kNo);
}

TEST(Quiescence, IdleTicksAreThoseOfIdleAndWaiting) {
  EXPECT_EQ(idle_ticks("cpu  1 2 3 400 50 6 7 8 0 0\ncpu0 1 2 3 4 5\n"), 450U);
  EXPECT_EQ(idle_ticks("intr 1"), std::nullopt);
  EXPECT_EQ(idle_ticks(""), std::nullopt);
}

}  // namespace
}  // namespace kab::worker
