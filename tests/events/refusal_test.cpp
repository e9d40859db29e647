// What a refused counter is called, at each level of perf_event_paranoid.
#include "events/refusal.h"

#include <cerrno>

#include <gtest/gtest.h>
#include <linux/perf_event.h>

namespace kab::events {
namespace {

using model::CountStatus;

Event cycles(Mode mode) {
  return {.name = mode == Mode::kUser ? "cycles:u" : "cycles",
          .type = PERF_TYPE_HARDWARE,
          .mode = mode};
}

std::string denial(Mode mode, const char* level) {
  const auto count = refusal_of(cycles(mode), EACCES, {.paranoid = level});
  EXPECT_EQ(count.status, CountStatus::kNotPermitted);
  return count.reason;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Refusal, WithoutThePrivilegeTheSettingAndTheCapabilityAreNamed) {
  const auto text = denial(Mode::kBoth, "2");
  EXPECT_TRUE(holds(text, "kernel.perf_event_paranoid=2"));
  EXPECT_TRUE(holds(text, "set it to 1 or less"));
  EXPECT_TRUE(holds(text, "CAP_PERFMON"));
  EXPECT_TRUE(holds(text, "user mode alone"));
}

TEST(Refusal, LevelsOfDistributionsKeepAllEventsFromUsers) {
  for (const auto* level : {"3", "4"}) {
    EXPECT_TRUE(holds(denial(Mode::kBoth, level), "keeps all events")) << level;
    EXPECT_FALSE(holds(denial(Mode::kBoth, level), "user mode alone")) << level;
    EXPECT_TRUE(holds(denial(Mode::kUser, level), "set it to 2 or less")) << level;
  }
}

TEST(Refusal, ALevelThatAllowsItIsNotBlamed) {
  for (const auto* level : {"-1", "0", "1"})
    EXPECT_TRUE(holds(denial(Mode::kBoth, level), "seccomp")) << level;
  EXPECT_TRUE(holds(denial(Mode::kUser, "2"), "seccomp"));
  EXPECT_TRUE(
      holds(refusal_of(cycles(Mode::kBoth), EPERM, {.paranoid = "2", .is_root = true}).reason,
            "seccomp"));
}

TEST(Refusal, AClockIsNotOfferedForUserModeWhereItMeansNothing) {
  const Event clock{.name = "task-clock", .type = PERF_TYPE_SOFTWARE};
  EXPECT_FALSE(holds(refusal_of(clock, EACCES, {.paranoid = "2"}).reason, "user mode alone"));
}

TEST(Refusal, WhatTheMachineLacksIsNotSupported) {
  for (const int error : {ENOENT, ENODEV, EOPNOTSUPP, ENOSYS, EINVAL})
    EXPECT_EQ(refusal_of(cycles(Mode::kBoth), error, {.paranoid = "2"}).status,
              CountStatus::kNotSupported);
  EXPECT_TRUE(holds(refusal_of(cycles(Mode::kBoth), ENOENT, {}).reason, "hardware counter"));
  EXPECT_TRUE(holds(refusal_of(cycles(Mode::kBoth), ENOSYS, {}).reason, "CONFIG_PERF_EVENTS"));
}

TEST(Refusal, WhatIsThereButTakenWasNotCounted) {
  for (const int error : {EBUSY, EMFILE, ENOMEM})
    EXPECT_EQ(refusal_of(cycles(Mode::kBoth), error, {.paranoid = "2"}).status,
              CountStatus::kNotCounted);
}

}  // namespace
}  // namespace kab::events
