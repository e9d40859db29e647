// The kernel's own counters, as far as this machine has and allows them: where it does not, that
// is what is tested.
#include "events/perf_counters.h"

#include <gtest/gtest.h>

#include "sys/process.h"

namespace kab::events {
namespace {

using model::CountStatus;

std::vector<model::EventCount> counts_of(std::string_view events,
                                         const std::vector<std::string>& argv) {
  auto parsed = parse_events(events);
  EXPECT_TRUE(parsed.has_value());
  PerfCounters counters(std::move(*parsed));
  counters.begin();
  EXPECT_TRUE(sys::run({.argv = argv}).has_value());
  return counters.end();
}

TEST(PerfCounters, EveryEventIsCountedOrHasAReason) {
  for (const auto& count : counts_of(default_events(), {"true"})) {
    EXPECT_EQ(count.status == CountStatus::kCounted, count.reason.empty()) << count.reason;
    EXPECT_GE(count.value, 0);
  }
}

TEST(PerfCounters, ChildrenOfTheCommandAreCountedWithIt) {
  const auto alone = counts_of("page-faults", {"sh", "-c", "exit 0"});
  const auto with_children = counts_of("page-faults", {"sh", "-c", "true & sh -c 'exit 0'; wait"});
  ASSERT_EQ(alone.size(), 1U);
  EXPECT_EQ(alone[0].status, with_children[0].status);
  EXPECT_TRUE(alone[0].status != CountStatus::kCounted || with_children[0].value > alone[0].value);
}

TEST(PerfCounters, WhatRunsInThisProcessOrBeforeAnExecIsNotCounted) {
  const auto counts = counts_of("context-switches,task-clock", {"true"});
  ASSERT_EQ(counts.size(), 2U);
  auto idle = parse_events("task-clock");
  ASSERT_TRUE(idle.has_value());
  PerfCounters counters(std::move(*idle));
  counters.begin();
  const auto nothing = counters.end();
  ASSERT_EQ(nothing.size(), 1U);
  EXPECT_NE(nothing[0].status, CountStatus::kCounted);
}

TEST(PerfCounters, EachBeginStartsAnew) {
  auto parsed = parse_events("page-faults");
  ASSERT_TRUE(parsed.has_value());
  PerfCounters counters(std::move(*parsed));
  counters.begin();
  ASSERT_TRUE(sys::run({.argv = {"true"}}).has_value());
  const auto first = counters.end();
  counters.begin();
  const auto second = counters.end();
  EXPECT_EQ(second[0].value, 0);
  EXPECT_EQ(first.size(), second.size());
}

TEST(PerfCounters, AMissingEventDoesNotStopItsGroup) {
  auto parsed = parse_events("{page-faults,context-switches}");
  ASSERT_TRUE(parsed.has_value());
  (*parsed)[0].missing =
      model::EventCount{.status = CountStatus::kNotSupported, .reason = "made up"};
  const auto context_switches_alone = counts_of("context-switches", {"true"});
  PerfCounters counters(std::move(*parsed));
  counters.begin();
  ASSERT_TRUE(sys::run({.argv = {"true"}}).has_value());
  const auto counts = counters.end();
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_EQ(counts[0].reason, "made up");
  EXPECT_EQ(counts[1].status, context_switches_alone[0].status);
}

TEST(PerfCounters, AProbeSaysWhatCanBeHadWithoutCounting) {
  auto parsed = parse_events("page-faults,cycles");
  ASSERT_TRUE(parsed.has_value());
  PerfCounters counters(std::move(*parsed));
  const auto there = counters.probe();
  ASSERT_EQ(there.size(), 2U);
  for (const auto& count : there)
    EXPECT_EQ(count.status == CountStatus::kCounted, count.reason.empty());
}

}  // namespace
}  // namespace kab::events
