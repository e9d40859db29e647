#include "guest/outcome.h"

#include <csignal>
#include <set>

#include <gtest/gtest.h>

namespace kab::guest {
namespace {

constexpr std::string_view kPanic =
    "[    0.401] VFS: Unable to mount root fs on unknown-block(0,0)\n"
    "[    0.402] Kernel panic - not syncing: VFS: Unable to mount root fs\n"
    "[    0.403] ---[ end Kernel panic - not syncing ]---\n";

constexpr std::string_view kKilled =
    "[    3.1] sh invoked oom-killer: gfp_mask=0x140dca, order=0\n"
    "[    3.2] Out of memory: Killed process 33 (sh) total-vm:180000kB\n";

wire::GuestChannel channel_in(wire::GuestState state, std::int64_t end_status = 0) {
  wire::GuestChannel channel{.state = state};
  if (state == wire::GuestState::kFinished)
    channel.records.push_back({.name = "end", .order = 1, .status = end_status, .bytes = {}});
  return channel;
}

const wire::GuestChannel kSilent = channel_in(wire::GuestState::kAbsent);
const wire::GuestChannel kFinished = channel_in(wire::GuestState::kFinished);

TEST(Outcome, AFinishedGuestIsDoneWhateverItsConsoleSays) {
  EXPECT_EQ(end_of_boot({.exit_code = 85}, "", kFinished), BootEnd::kDone);
  EXPECT_EQ(end_of_boot({.exit_code = 85}, kPanic, kFinished), BootEnd::kDone);
  EXPECT_EQ(end_of_boot({.exit_code = 0}, kKilled, kFinished), BootEnd::kDone)
      << "who was killed was none of those that count";
}

TEST(Outcome, AMeasuredProcessThatWasKilledForMemoryIsSaidSo) {
  const auto killed = channel_in(wire::GuestState::kFinished, -SIGKILL);
  EXPECT_EQ(end_of_boot({.exit_code = 85}, kKilled, killed), BootEnd::kOutOfMemory);
  EXPECT_EQ(end_of_boot({.exit_code = 85}, "", killed), BootEnd::kDone);
}

TEST(Outcome, PanicHangAndSilenceAreToldApart) {
  EXPECT_EQ(end_of_boot({.exit_code = 0}, kPanic, kSilent), BootEnd::kPanicked);
  EXPECT_EQ(end_of_boot({.exit_code = 0}, "", kSilent), BootEnd::kNotBooted);
  EXPECT_EQ(end_of_boot({.signal = SIGKILL, .timed_out = true}, "", kSilent), BootEnd::kHung);
  EXPECT_EQ(end_of_boot({.signal = SIGKILL, .timed_out = true}, "[1] Oops\n",
                        channel_in(wire::GuestState::kStarted)),
            BootEnd::kHung);
}

TEST(Outcome, APanicThatDoesNotRebootIsAPanicAndNoHang) {
  EXPECT_EQ(end_of_boot({.signal = SIGKILL, .timed_out = true}, kPanic, kSilent),
            BootEnd::kPanicked);
}

TEST(Outcome, AMachineThatNeverWasIsQemusRefusal) {
  const sys::Outcome refused{.exit_code = 1, .errors = "qemu: unable to find CPU model 'x'\n"};
  EXPECT_EQ(end_of_boot(refused, "", kSilent), BootEnd::kNotMade);
  EXPECT_NE(reason_of(BootEnd::kNotMade, refused, "").find("unable to find CPU model"),
            std::string::npos);
}

TEST(Outcome, TheReasonShowsTheLastLinesWithoutWhatATerminalObeys) {
  std::string console;
  for (int i = 0; i < 100; ++i) console += "line " + std::to_string(i) + "\r\n\n";
  const auto reason = reason_of(BootEnd::kHung, {}, console + "\x1b[2Jlast\x07\n");
  EXPECT_EQ(reason.find("line 90 "), std::string::npos) << reason;
  EXPECT_TRUE(reason.ends_with("line 98 | line 99 | [2Jlast")) << reason;
  EXPECT_EQ(reason.find('\n'), std::string::npos) << "an error is one line";
}

TEST(Outcome, OfAPanicItsFirstLineIsShownAndNotTheStackBelowIt) {
  std::string console = std::string(kPanic);
  for (int i = 0; i < 100; ++i) console += "[    0.404]  some_function+0x1/0x2\n";
  const auto reason = reason_of(BootEnd::kPanicked, {}, console);
  EXPECT_NE(reason.find("its console: [    0.402] Kernel panic - not syncing"), std::string::npos)
      << reason;
}

TEST(Outcome, EachEndHasAWordOfItsOwn) {
  std::set<std::string_view> words;
  for (const auto end :
       {BootEnd::kDone, BootEnd::kNotMade, BootEnd::kNotBooted, BootEnd::kPanicked, BootEnd::kHung,
        BootEnd::kOutOfMemory, BootEnd::kLacksFeature, BootEnd::kTalkedTooMuch})
    words.insert(text_of(end));
  EXPECT_EQ(words.size(), 8U);
}

}  // namespace
}  // namespace kab::guest
