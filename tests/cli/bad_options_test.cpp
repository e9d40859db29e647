// Words that kab does not know, and values that options do not take: exit 2, and nothing is run.
#include <algorithm>

#include "cli/kab.h"

namespace kab::cli {
namespace {

class BadOptions : public KabTest {
 protected:
  /// A trial that leaves `ran` in the folder when it runs anything at all.
  Said trial_with(Words options) const {
    options.insert(options.begin(), {"trial", "-a", "a", "-a", "b"});
    if (std::ranges::find(options, "--repeat") == options.end() &&
        std::ranges::find(options, "--time") == options.end())
      options.insert(options.end(), {"--repeat", "6"});
    options.insert(options.end(), {"--", "touch", "ran"});
    return kab(options);
  }

  void expect_trial_refused(const Words& options, const Words& fragments) const {
    expect_refused(trial_with(options), 2, fragments);
    EXPECT_NE(::access(path("ran").c_str(), F_OK), 0) << "it ran the command";
  }
};

TEST_F(BadOptions, AnUnknownCommandIsNamedWithTheNearestOne) {
  expect_refused(kab({"tril"}), 2, {"no command \"tril\"", "did you mean trial?", "kab --help"});
  expect_refused(kab({"zork"}), 2, {"no command \"zork\"", "kab --help"});
}

TEST_F(BadOptions, NoCommandAtAllIsAnError) {
  expect_refused(kab({}), 2, {"no command is named", "kab --help"});
}

TEST_F(BadOptions, AnAbiWithoutAWorkerIsNamedWithThoseThatHaveOne) {
  expect_refused(kab({"run", "--abi", "x32", "null"}), 2,
                 {"--abi: x32 is not supported", "x86_64 and i386"});
  expect_refused(kab({"check", "--abi", "sparc"}), 2, {"--abi: \"sparc\" is no ABI"});
  expect_refused(kab({"trial", "-a", "a", "-a", "b:abi=x32", "null"}), 2,
                 {"arm b: abi=x32: x32 is not supported"});
}

TEST_F(BadOptions, AnUnknownOptionIsNamedWithTheNearestOne) {
  expect_refused(kab({"--zork"}), 2, {"no option \"--zork\"", "kab --help"});
  expect_trial_refused({"--treshold=1%"},
                       {"no option \"--treshold\"", "did you mean --threshold?"});
  expect_refused(kab({"compare", "--zork", "x"}), 2, {"\"--zork\"", "kab compare --help"});
}

TEST_F(BadOptions, WhatLeavesWithTheStatusOfItsCommandHasACodeOfItsOwn) {
  for (const auto* command : {"stat", "profile", "syscalls"}) {
    expect_refused(kab({command, "--zork", "--", "true"}), 125, {"no option \"--zork\"", command});
    expect_refused(kab({command, "zork.kab", "zork.kab", "--report"}), 125, {command});
  }
  expect_refused(kab({"stat", "--repeat", "0", "--", "true"}), 125, {"--repeat"});
}

TEST_F(BadOptions, AWordTooManyIsNamed) {
  expect_refused(kab({"show", "a.txt", "b.txt"}), 2, {"\"b.txt\"", "kab show --help"});
  expect_refused(kab({"list", "zork"}), 2, {"zork", "workloads", "kab list --help"});
  expect_refused(kab({"show"}), 2, {"file is required", "kab show --help"});
}

TEST_F(BadOptions, ATimeIsANumberWithAUnit) {
  expect_trial_refused({"--time", "zork"}, {"\"zork\"", "60s"});
  expect_trial_refused({"--time", "0"}, {"\"0\"", "60s"});
  expect_trial_refused({"--time", "-5s"}, {"-5s", "60s"});
}

TEST_F(BadOptions, ANumberOfBlocksIsAWholeNumberAboveZero) {
  for (const auto* repeat : {"0", "x", "-3", "1.5"})
    expect_trial_refused({"--repeat", repeat}, {"--repeat", repeat, "1 to 1000000"});
}

TEST_F(BadOptions, TimeAndRepeatExcludeEachOther) {
  expect_trial_refused({"--repeat", "6", "--time", "6s"}, {"--time", "excludes", "--repeat"});
}

TEST_F(BadOptions, AThresholdNamesItsUnit) {
  expect_trial_refused({"--threshold", "zork"}, {"threshold \"zork\"", "1%", "5ns"});
}

TEST_F(BadOptions, AConfidenceIsAShareFromFiftyPercent) {
  for (const auto* confidence : {"zork", "300%", "100%", "10%", "nan"})
    expect_trial_refused({"--confidence", confidence}, {"--confidence", confidence, "95%"});
}

TEST_F(BadOptions, ACpuIsOneThatMayBeUsedHere) {
  expect_trial_refused({"--pin", "60000"}, {"CPU 60000", "allowed are"});
  expect_trial_refused({"--pin", "zork"}, {"pin=zork", "same, sibling, other or none"});
}

TEST_F(BadOptions, ASeedIsAWholeNumber) {
  for (const auto* seed : {"x", "-1", "1.5", "99999999999999999999999"})
    expect_trial_refused({"--seed", seed}, {"--seed", seed, "whole number"});
}

TEST_F(BadOptions, AGroupWidthIsAboveZero) {
  for (const auto* width : {"0", "-1", "nan", "inf", "x"})
    expect_trial_refused({"--group", width}, {"--group", width, "above 0"});
}

TEST_F(BadOptions, AFormatIsOneOfThoseThatAreListed) {
  expect_trial_refused({"--format", "zork"}, {"--format \"zork\"", "mail", "junit"});
}

TEST_F(BadOptions, AMetricIsOneOfThoseThatAreListed) {
  expect_trial_refused({"--metric", "tim"}, {"metric \"tim\"", "did you mean time?",
                                             "kab list metrics", "docs/events.md"});
}

TEST_F(BadOptions, AWayToFindTheNumberIsUnderstoodBeforeAnythingRuns) {
  const auto refuse = [&](const char* how) {
    expect_trial_refused(
        {"--number", how, "--unit", "s"},
        {"--number", how, "stdout, json:/pointer or a POSIX extended regular expression"});
  };
  refuse("([");
  refuse("json:abc");
  expect_trial_refused({"--number", "stdout"}, {"--number needs --unit", "--better"});
  expect_trial_refused({"--number", "stdout", "--unit", "zork"}, {"unit \"zork\"", "--better"});
  expect_trial_refused({"--number", "stdout", "--unit", "zork", "--better", "up"},
                       {"--better \"up\"", "higher or lower"});
  expect_trial_refused({"--unit", "s"}, {"--unit and --better go with --number"});
}

TEST_F(BadOptions, AnOutputThatCannotBeIsFoundBeforeAnythingRuns) {
  expect_trial_refused({"-o", "no/such/folder/x.kab"},
                       {"no/such/folder/x.kab", "there is no folder", "make it"});
  file("taken", "precious");
  expect_trial_refused({"-o", "taken"}, {"taken exists already", "--append", "--force"});
  EXPECT_EQ(content("taken"), "precious");
}

TEST_F(BadOptions, AnOutputThatTheUserMayNotWriteIsNotPossibleHere) {
  file("closed/x", "");
  std::filesystem::permissions(path("closed"), std::filesystem::perms::owner_read |
                                                   std::filesystem::perms::owner_exec |
                                                   std::filesystem::perms::others_exec);
  expect_refused(kab_as_user({"trial", "-a", "a", "-a", "b", "--repeat", "6", "-o", "closed/t.kab",
                              "--", "touch", "ran"}),
                 3, {"closed/t.kab", "Permission denied", "-o"});
  EXPECT_NE(::access(path("ran").c_str(), F_OK), 0) << "it ran the command";
}

TEST_F(BadOptions, OnlyARecordingIsAddedTo) {
  file("notes.txt", "precious");
  expect_refused(kab({"trial", "-a", "a", "-a", "b", "--repeat", "6", "--append", "-o", "notes.txt",
                      "--", "true"}),
                 2, {"notes.txt", "not a kab recording"});
  EXPECT_EQ(content("notes.txt"), "precious");
}

TEST_F(BadOptions, BisectReportsFailuresAbove127) {
  const auto said = trial_with({"--bisect", "--threshold", "zork"});
  EXPECT_GE(said.exit_code, 128);
  EXPECT_NE(said.err.find("zork"), std::string::npos);
}

}  // namespace
}  // namespace kab::cli
