// kab vdso, syscalls and check in a guest, which a program of the tests plays.
#include <gmock/gmock.h>

#include "cli/guest_kab.h"

namespace kab::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class GuestCommands : public GuestKabTest {
 protected:
  Words in_guest(const Words& command, const std::string& boot, const Words& more = {}) const {
    Words words = command;
    words.insert(words.end(), {"--kernel", kernel_, "--boot", boot});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  static std::string vdso(const std::string& image) {
    return "fake.vdso=" + std::string(KAB_IMAGES) + "/" + image;
  }

  static Words codes_of(const model::Json& findings) {
    Words codes;
    for (const auto& finding : findings) codes.push_back(finding["code"]);
    return codes;
  }
};

TEST_F(GuestCommands, TheImageIsThatOfTheGuest) {
  const auto said = kab_guest(in_guest({"vdso"}, vdso("patched") + " clocksource=tsc", {"--json"}));
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto json = json_of(said.out);
  ASSERT_EQ(json["images"].size(), 1U) << said.out;
  EXPECT_EQ(json["images"][0]["source"], "a process in a guest of 6.12.0-fake");
  EXPECT_EQ(json["images"][0]["mappings"][0]["name"], "[vdso]");
  EXPECT_EQ(json["setting"]["clocksource"], "tsc");
  ASSERT_EQ(json["unavailable"].size(), 1U);
  EXPECT_EQ(json["unavailable"][0]["what"], "i386");
  EXPECT_THAT(json["unavailable"][0]["reason"].get<std::string>(), HasSubstr("Exec format error"));
}

TEST_F(GuestCommands, EveryCallEntersAKernelWithoutAVdso) {
  const auto said = kab_guest(
      in_guest({"vdso"}, "vdso=0", {"--measure", "--abi", "x86_64", "--json", "--strict"}));
  EXPECT_EQ(said.exit_code, 1) << said.err;
  const auto json = json_of(said.out);
  EXPECT_THAT(codes_of(json["findings"]),
              AllOf(Contains("no-vdso"), Contains("every-call-enters-kernel")));
  ASSERT_FALSE(json["paths"].empty());
  for (const auto& path : json["paths"]) {
    EXPECT_EQ(path["system_calls"], path["readings"]) << path;
    EXPECT_TRUE(path["ns"].is_null()) << "no time is claimed of a guest: " << path;
  }
}

TEST_F(GuestCommands, WithAVdsoOnlySystemCallsEnterTheKernel) {
  const auto said =
      kab_guest(in_guest({"vdso"}, vdso("patched"), {"--measure", "--abi", "x86_64", "--json"}));
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto json = json_of(said.out);
  EXPECT_THAT(codes_of(json["findings"]), Not(Contains("every-call-enters-kernel")));
  std::size_t fast = 0;
  for (const auto& path : json["paths"]) {
    EXPECT_EQ(path["system_calls"] == 0, path["path"] != "syscall") << path;
    if (path["system_calls"] == 0) ++fast;
  }
  EXPECT_GT(fast, 0U);
}

TEST_F(GuestCommands, PathsOfAGuestHaveNoColumnOfTimes) {
  const auto said =
      kab_guest(in_guest({"vdso"}, vdso("patched"), {"--measure", "--abi", "x86_64"}));
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.out, AllOf(HasSubstr("200 of 200"), Not(HasSubstr("ns/op"))));
}

TEST_F(GuestCommands, AClocksourceThatNoVdsoSupportsIsNamed) {
  const auto said = kab_guest(in_guest({"vdso"}, vdso("patched") + " clocksource=hpet"));
  EXPECT_THAT(said.out, AllOf(HasSubstr("slow-clocksource"),
                              HasSubstr("vclock mode of clocksource hpet is none")));
}

TEST_F(GuestCommands, AKernelExcludesOtherSubjects) {
  expect_refused(kab_guest(in_guest({"vdso"}, "quiet", {"--pid", "1"})), 2, {"--kernel", "--pid"});
  for (const auto* command : {"vdso", "check"}) {
    expect_refused(kab_guest({command, "--boot", "vdso=0"}), 2, {"--boot", "--kernel"});
    expect_refused(kab_guest({command, "--smp", "2"}), 2, {"--smp", "--kernel"});
    expect_refused(kab_guest({command, "--mem", "1G"}), 2, {"--mem", "--kernel"});
  }
}

TEST_F(GuestCommands, SystemCallsOfACommandAreCountedThere) {
  const auto said = kab_guest(
      in_guest({"syscalls"}, "fake.exit=3", {"--json", "-o", "t.kab", "--", "cat", "/dev/null"}));
  EXPECT_EQ(said.exit_code, 3) << "the command's own status";
  EXPECT_EQ(said.err, "42\n") << "the command's stdout, since the report is on stdout";
  const auto json = json_of(said.out);
  EXPECT_EQ(json["guest"], "6.12.0-fake");
  EXPECT_EQ(json["calls"], 8);
  EXPECT_TRUE(json["wall_s"].is_null());
  EXPECT_EQ(json["tallies"][0]["calls"][0]["name"], "read");
  EXPECT_EQ(json["tallies"][0]["calls"][1]["errors"], 2);
  EXPECT_EQ(recordings(), Words{"t.kab"});
}

TEST_F(GuestCommands, TheReportClaimsNoTime) {
  const auto said = kab_guest(in_guest({"syscalls"}, "quiet", {"--", "true"}));
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_EQ(said.out, "42\n");
  EXPECT_THAT(said.err, AllOf(HasSubstr("8 system calls in a guest of 6.12.0-fake; exited 0"),
                              HasSubstr("nothing is timed"), Not(HasSubstr(" in 0.0"))));
}

TEST_F(GuestCommands, WhatAGuestCannotCountIsRefused) {
  const auto said = kab_guest(in_guest({"syscalls"}, "quiet", {"--histogram", "--", "true"}));
  EXPECT_EQ(said.exit_code, 125);
  EXPECT_THAT(said.err, AllOf(HasSubstr("--histogram"), HasSubstr("--kernel")));
}

TEST_F(GuestCommands, AKernelThatDoesNotBootIsAFailureOfKabs) {
  const auto syscalls = kab_guest(in_guest({"syscalls"}, "fake=panic", {"--", "true"}));
  EXPECT_EQ(syscalls.exit_code, 125);
  EXPECT_THAT(syscalls.err, HasSubstr("panicked"));
  expect_refused(kab_guest(in_guest({"vdso"}, "fake=panic")), 3, {"panicked"});
  expect_refused(kab_guest(in_guest({"check"}, "fake=panic")), 3, {"panicked"});
}

TEST_F(GuestCommands, AGuestsMemoryIsWhatIsAskedFor) {
  expect_refused(kab_guest(in_guest({"vdso"}, "quiet", {"--mem", "3M"})), 2, {"mem=3M", "128M"});
  EXPECT_EQ(kab_guest(in_guest({"vdso"}, vdso("patched"), {"--mem", "512M"})).exit_code, 0);
}

TEST_F(GuestCommands, ChecksAreTriedInBothAbis) {
  const auto said = kab_guest(in_guest({"check"}, "quiet", {"--json", "clock-agree"}));
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.out, AllOf(HasSubstr("holds in x86_64"), HasSubstr("holds in i386")));
}

}  // namespace
}  // namespace kab::cli
