#include "trial/guest_boots.h"

#include <atomic>
#include <latch>
#include <set>

#include <gtest/gtest.h>

namespace kab::trial {
namespace {

guest::Boot boot_called(const std::string& console) {
  guest::Boot boot;
  boot.console = console;
  return boot;
}

TEST(GuestBoots, MayTakeAsMuchLongerThanTheFirstAsABusyMachineNeeds) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  EXPECT_EQ(boot_deadline_ns(4 * kSecond), 80 * kSecond);
  EXPECT_EQ(boot_deadline_ns(kSecond / 10), 30 * kSecond) << "quick ones, half a minute";
  EXPECT_EQ(boot_deadline_ns(500 * kSecond), 1800 * kSecond) << "no one hangs for ever";
}

TEST(GuestBoots, EveryBootIsTakenOnce) {
  std::multiset<std::string> taken;
  const auto done = run_boots(
      7, 3, [](std::size_t i) -> Result<guest::Boot> { return boot_called(std::to_string(i)); },
      [&](std::size_t i, guest::Boot boot) -> Result<void> {
        EXPECT_EQ(boot.console, std::to_string(i));
        taken.insert(boot.console);
        return {};
      });
  EXPECT_TRUE(done.has_value());
  EXPECT_EQ(taken, (std::multiset<std::string>{"0", "1", "2", "3", "4", "5", "6"}));
}

TEST(GuestBoots, AsManyRunAtATimeAsAreAllowed) {
  std::latch both(2);  // opens only where two boots run at a time
  const auto done = run_boots(
      2, 2,
      [&](std::size_t) -> Result<guest::Boot> {
        both.arrive_and_wait();
        return guest::Boot{};
      },
      [](std::size_t, guest::Boot) -> Result<void> { return {}; });
  EXPECT_TRUE(done.has_value());
}

TEST(GuestBoots, OneAtATimeIsInOrder) {
  std::vector<std::size_t> order;
  std::atomic<int> running = 0;
  const auto done = run_boots(
      4, 1,
      [&](std::size_t) -> Result<guest::Boot> {
        EXPECT_EQ(running.fetch_add(1), 0);
        running.fetch_sub(1);
        return guest::Boot{};
      },
      [&](std::size_t i, guest::Boot) -> Result<void> {
        order.push_back(i);
        return {};
      });
  EXPECT_TRUE(done.has_value());
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(GuestBoots, AnErrorEndsItAndNothingMoreBegins) {
  std::atomic<std::size_t> begun = 0;
  const auto done = run_boots(
      100, 1,
      [&](std::size_t i) -> Result<guest::Boot> {
        ++begun;
        if (i == 2) return fail_unavailable("no more");
        return guest::Boot{};
      },
      [](std::size_t, guest::Boot) -> Result<void> { return {}; });
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().message, "no more");
  EXPECT_LT(begun, 100U);
}

TEST(GuestBoots, WhatCannotBeTakenEndsItToo) {
  std::size_t taken = 0;
  const auto done = run_boots(
      50, 2, [](std::size_t) -> Result<guest::Boot> { return guest::Boot{}; },
      [&](std::size_t, guest::Boot) -> Result<void> {
        if (++taken == 3) return fail_unavailable("disk full");
        return {};
      });
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().message, "disk full");
  EXPECT_EQ(taken, 3U);
}

}  // namespace
}  // namespace kab::trial
