// kab trial with kernels as arms, QEMU and the guests played by a program of the tests.
#include <gmock/gmock.h>

#include "cli/guest_kab.h"

namespace kab::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class KernelArms : public GuestKabTest {
 protected:
  Words trial(const std::string& old_options, const std::string& new_options,
              const Words& more) const {
    Words words = {"trial",
                   "--seed",
                   "7",
                   "-a",
                   "old:kernel=" + kernel_ + ",boot=" + old_options,
                   "-a",
                   "new:kernel=" + kernel_ + ",boot=" + new_options};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(KernelArms, AKernelThatTakesMoreInstructionsIsSlower) {
  const auto said =
      kab_guest(trial("fake.cost=387", "fake.cost=389", {"--threshold", "0%", "getppid"}));
  EXPECT_EQ(said.exit_code, 1) << said.err;
  EXPECT_THAT(said.out, HasSubstr("slower"));
  EXPECT_THAT(said.out, HasSubstr("instructions/op"));
  EXPECT_THAT(said.err, HasSubstr("12 boots"));
}

TEST_F(KernelArms, TheSameKernelIsTheSame) {
  const auto said =
      kab_guest(trial("fake.cost=387", "fake.cost=387", {"--json", "getppid", "stat"}));
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto json = json_of(said.out);
  EXPECT_EQ(json["lane"], "count");
  ASSERT_GE(json["comparisons"].size(), 2U);
  EXPECT_EQ(json["comparisons"][0]["verdict"], "same");
  EXPECT_EQ(json["comparisons"][0]["unit_of_replication"], "boot");
  EXPECT_EQ(json["comparisons"][0]["n"]["baseline"], 8);
  EXPECT_EQ(json["comparisons"][0]["n"]["arm"], 4);
}

TEST_F(KernelArms, WhatBecameOfAKernelThatDoesNotBootIsSaidWithItsConsole) {
  const auto said = kab_guest(trial("fake.cost=1", "fake=panic", {"getppid"}));
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_THAT(said.err, HasSubstr("arm new: the kernel panicked"));
  EXPECT_THAT(said.err, HasSubstr("VFS: "));
  EXPECT_TRUE(recordings().empty()) << "nothing was measured";
}

TEST_F(KernelArms, FunctionsThatDifferAreNamedAndStayInTheRecording) {
  const auto said = kab_guest(trial("fake.cost=387", "fake.cost=389",
                                    {"--by-function", "--json", "-o", "t.kab", "getppid"}));
  ASSERT_EQ(said.exit_code, 1) << said.err;
  const auto functions = json_of(said.out)["functions"];
  ASSERT_EQ(functions.size(), 1U);
  EXPECT_EQ(functions[0]["changed"][0]["function"], "all_of_it");
  EXPECT_EQ(functions[0]["changed"][0]["instructions"]["arm"], 389);
  EXPECT_EQ(json_of(kab({"compare", "--json", "t.kab"}).out)["functions"], functions);
  EXPECT_EQ(json_of(kab({"show", "--json", "t.kab"}).out)["sessions"][0]["functions"], functions);
  EXPECT_THAT(kab({"show", "t.kab"}).out, HasSubstr("all_of_it"));
}

TEST_F(KernelArms, BisectMeansGoodBadAndSkip) {
  EXPECT_EQ(kab_guest(trial("fake.cost=1", "fake.cost=1", {"--bisect", "getppid"})).exit_code, 0);
  EXPECT_EQ(kab_guest(trial("fake.cost=10", "fake.cost=20", {"--bisect", "getppid"})).exit_code, 1);
}

TEST_F(KernelArms, BisectSkipsWhatDoesNotBoot) {
  for (const auto* fate : {"panic", "reset", "lacks", "oom"}) {
    const auto said =
        kab_guest(trial("fake.cost=1", std::string("fake=") + fate, {"--bisect", "getppid"}));
    expect_refused(said, 125, {"arm new"});
  }
}

TEST_F(KernelArms, BisectSkipsAKernelThatCannotBeRead) {
  for (const auto& kernel : {path("no-such-file"), file("built", "not a kernel")})
    expect_refused(kab_guest({"trial", "--bisect", "-a", "old:kernel=" + kernel_, "-a",
                              "new:kernel=" + kernel, "getppid"}),
                   125, {"arm new", kernel});
}

TEST_F(KernelArms, BisectStopsAtEveryOtherFailure) {
  const Words cases[] = {{"--no-such-option"},
                         {"no-such-workload"},
                         {"--threshold", "zork", "getppid"},
                         {"--pin", "0", "getppid"},
                         {"--", "no-such-command"}};
  for (const auto& words : cases) {
    Words all = {"--bisect"};
    all.insert(all.end(), words.begin(), words.end());
    const auto said = kab_guest(trial("fake.cost=1", "fake.cost=1", all));
    EXPECT_GE(said.exit_code, 128) << words.front() << said.err;
  }
  const auto refused =
      kab_guest(trial("fake.cost=1", "fake.refuse=getppid", {"--bisect", "getppid"}));
  EXPECT_GE(refused.exit_code, 128) << refused.err;
  const auto without = kab_with({{"KAB_QEMU", "/no/qemu"}, {"XDG_CACHE_HOME", path("cache")}},
                                trial("quiet", "quiet", {"--bisect", "getppid"}));
  EXPECT_GE(without.exit_code, 128) << without.err;
}

TEST_F(KernelArms, AWorkloadThatAGuestCannotRunIsNamed) {
  const auto said = kab_guest(trial("fake.cost=1", "fake.cost=1 fake.refuse=getppid", {"getppid"}));
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_THAT(said.err, HasSubstr("getppid: not in this kernel"));
}

TEST_F(KernelArms, OfASuiteItIsLeftOut) {
  const auto said = kab_guest(trial("fake.refuse=getcpu fake.cost=5", "fake.cost=5",
                                    {"--suite", "clocks", "--repeat", "1", "--json"}));
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(json_of(said.out)["warnings"].dump(),
              AllOf(HasSubstr("getcpu path=libc"), HasSubstr("not in this kernel")));
}

TEST_F(KernelArms, SeveralCpusAreRefusedWithTheReason) {
  const auto said = kab_guest(
      {"trial", "-a", "a:kernel=" + kernel_ + ",smp=2", "-a", "b:kernel=" + kernel_, "getppid"});
  expect_refused(said, 2, {"smp=2", "time lane"});
}

TEST_F(KernelArms, ASysctlThatTheGuestDoesNotHaveIsRefused) {
  const auto said = kab_guest({"trial", "-a", "a:kernel=" + kernel_ + ",sysctl.absent.one=1", "-a",
                               "b:kernel=" + kernel_, "getppid"});
  expect_refused(said, 2, {"arm a", "absent/one"});
}

TEST_F(KernelArms, WithoutQemuItSaysWhatToInstall) {
  const auto said =
      kab_with({{"KAB_QEMU", "/no/qemu"}, {"XDG_CACHE_HOME", path("cache")}},
               {"trial", "-a", "a:kernel=" + kernel_, "-a", "b:kernel=" + kernel_, "getppid"});
  expect_refused(said, 3, {"QEMU", "/no/qemu", "install"});
}

TEST_F(KernelArms, AQemuThatIsTooOldIsNamed) {
  const auto said = kab_with(
      {{"KAB_QEMU", qemu_}, {"XDG_CACHE_HOME", path("cache")}, {"FAKE_QEMU_VERSION", "4.2.1"}},
      {"trial", "-a", "a:kernel=" + kernel_, "-a", "b:kernel=" + kernel_, "getppid"});
  expect_refused(said, 3, {"4.2.1", "too old"});
}

TEST_F(KernelArms, ACommandIsPackedAndCounted) {
  const auto said = kab_guest(trial("fake.cost=1", "fake.cost=1", {"--", "true"}));
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("true"));
}

TEST_F(KernelArms, WhatAGuestPrintedIsInTheRecordingAndNotInTheVerdict) {
  const auto said = kab_guest(trial("fake=chatter fake.cost=3", "fake.cost=3",
                                    {"--repeat", "4", "-o", "t.kab", "getppid"}));
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.out, Not(HasSubstr("xxxxxxxxxxxxxxxx")));
}

TEST_F(KernelArms, APinIsRefused) {
  expect_refused(kab_guest(trial("quiet", "quiet", {"--pin", "0", "getppid"})), 2,
                 {"--pin", "smp"});
}

}  // namespace
}  // namespace kab::cli
