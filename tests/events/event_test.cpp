// Events by name.
#include "events/event.h"

#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include "sys/scratch.h"

namespace kab::events {
namespace {

std::vector<Event> parsed(std::string_view text) {
  auto events = parse_events(text);
  EXPECT_TRUE(events.has_value()) << events.error().message;
  return events.value_or(std::vector<Event>{});
}

std::string error_of(std::string_view text) {
  const auto events = parse_events(text);
  EXPECT_FALSE(events.has_value());
  if (events) return "";
  EXPECT_EQ(events.error().kind, ErrorKind::kInput);
  return events.error().message;
}

TEST(Event, NamesOfThePerfToolAreKnown) {
  const auto events = parsed("cycles,task-clock,page-faults,L1-dcache-loads,r01c2");
  ASSERT_EQ(events.size(), 5U);
  EXPECT_EQ(events[0].type, static_cast<std::uint32_t>(PERF_TYPE_HARDWARE));
  EXPECT_EQ(events[1].type, static_cast<std::uint32_t>(PERF_TYPE_SOFTWARE));
  EXPECT_EQ(events[1].config, static_cast<std::uint64_t>(PERF_COUNT_SW_TASK_CLOCK));
  EXPECT_EQ(events[3].type, static_cast<std::uint32_t>(PERF_TYPE_HW_CACHE));
  EXPECT_EQ(events[4].config, 0x1c2U);
}

TEST(Event, LettersBehindTheColonChooseTheMode) {
  const auto events = parsed("cycles,cycles:u,cycles:k,instructions:uk");
  EXPECT_EQ(events[0].mode, Mode::kBoth);
  EXPECT_EQ(events[1].mode, Mode::kUser);
  EXPECT_EQ(events[2].mode, Mode::kKernel);
  EXPECT_EQ(events[3].mode, Mode::kBoth);
  EXPECT_EQ(events[2].name, "cycles:k");
  EXPECT_EQ(base_name("cycles:k"), "cycles");
  EXPECT_EQ(base_name("sched:sched_switch"), "sched:sched_switch");
}

TEST(Event, BracesMakeAGroupAndLettersBehindThemHoldForAll) {
  const auto events = parsed("page-faults,{cycles,instructions:u}:k,branches");
  ASSERT_EQ(events.size(), 4U);
  EXPECT_EQ(events[1].group, events[2].group);
  EXPECT_NE(events[0].group, events[1].group);
  EXPECT_NE(events[2].group, events[3].group);
  EXPECT_EQ(events[1].name, "cycles:k");
  EXPECT_EQ(events[2].name, "instructions:u");
}

TEST(Event, ItemsAreApartWhereBracesDoNotHoldThemTogether) {
  EXPECT_EQ(event_items(" page-faults, {cycles,instructions}:k,r1").value(),
            (std::vector<std::string>{"page-faults", "{cycles,instructions}:k", "r1"}));
  EXPECT_FALSE(event_items("{cycles,instructions").has_value());
  EXPECT_FALSE(event_items("cycles,").has_value());
}

TEST(Event, ADirectionIsKnownWhereMoreIsACostWhateverWasDone) {
  for (const auto& event :
       parsed("cycles:k,instructions:u,task-clock,page-faults,minor-faults,context-switches,"
              "cpu-migrations,branch-misses"))
    EXPECT_EQ(direction_of(event), model::Better::kLower) << event.name;
  for (const auto& event : parsed("branches,r01c2,L1-dcache-loads"))
    EXPECT_FALSE(direction_of(event).has_value()) << event.name;
}

TEST(Event, TheDefaultOnesAreAllKnown) {
  for (const auto& event : parsed(default_events())) EXPECT_FALSE(event.missing.has_value());
}

TEST(Event, AnUnknownNameIsRefusedWithTheNearest) {
  EXPECT_NE(error_of("cylces").find("did you mean cycles?"), std::string::npos);
  EXPECT_NE(error_of("cycles,zz").find("\"zz\""), std::string::npos);
}

TEST(Event, TextOfAnotherFormIsRefused) {
  for (const auto* text : {"", "cycles,", ",cycles", "{cycles", "{}", "{cycles}:x", "{cycles}u",
                           "cycles,cycles", ":u", "a:b/../c"})
    EXPECT_NE(error_of(text), "") << text;
}

TEST(Event, ClocksAreInNanosecondsAndAllElseIsCounted) {
  const auto events = parsed("task-clock,cycles");
  EXPECT_EQ(metric_of(events[0]),
            (model::Metric{.name = "task-clock", .unit = "ns", .better = model::Better::kLower}));
  EXPECT_EQ(metric_of(events[1]).unit, "events");
}

TEST(Event, ATracepointIsFoundByTheIdThatTracefsShows) {
  const sys::ScratchFolder folder;
  folder.file("sched/sched_switch/id", "314\n");
  const auto event = tracepoint("sched", "sched_switch", folder.path());
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->type, static_cast<std::uint32_t>(PERF_TYPE_TRACEPOINT));
  EXPECT_EQ(event->config, 314U);
  EXPECT_FALSE(tracepoint("sched", "sched_swich", folder.path()).has_value());
  EXPECT_FALSE(tracepoint("shed", "sched_switch", folder.path()).has_value());
}

TEST(Event, WithoutTracefsATracepointIsNotSupported) {
  const auto event = tracepoint("sched", "sched_switch", "/no/such/folder");
  ASSERT_TRUE(event.has_value());
  ASSERT_TRUE(event->missing.has_value());
  EXPECT_EQ(event->missing->status, model::CountStatus::kNotSupported);
  EXPECT_NE(event->missing->reason.find("tracefs"), std::string::npos);
}

TEST(Event, ATracefsThatOnlyRootMayReadIsNotPermitted) {
  const sys::ScratchFolder folder;
  folder.file("closed/events/sched/sched_switch/id", "314\n");
  ::chmod(folder.path("closed").c_str(), 0700);
  ::chmod(folder.path().c_str(), 0711);
  const auto said = sys::in_child([&] {
    sys::become_ordinary_user();
    if (::getuid() == 0) return std::string("root");
    ::chmod(folder.path("closed").c_str(), 0);  // where the tests run as this user already
    const auto event = tracepoint("sched", "sched_switch", folder.path("closed/events"));
    return event && event->missing ? std::string(model::text_of(event->missing->status)) : "found";
  });
  ::chmod(folder.path("closed").c_str(), 0700);
  EXPECT_EQ(said, "not permitted");
}

}  // namespace
}  // namespace kab::events
