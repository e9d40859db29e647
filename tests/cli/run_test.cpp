// kab run: sets recorded apart, compared later by label.
#include <regex>
#include <string>

#include "cli/kab.h"

namespace kab::cli {
namespace {

class RunOf : public KabTest {
 protected:
  Said run(const std::string& label, const std::string& number, const Words& more = {}) const {
    Words words = {"run",    "--label", label, "--repeat", "8",    "--number",
                   "stdout", "--unit",  "ns",  "-o",       "x.kab"};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--", "sh", "-c", "echo " + number});
    return kab(words);
  }

  void record_two() const {
    ASSERT_EQ(run("old", "10").exit_code, 0);
    ASSERT_EQ(run("new", "20", {"--append"}).exit_code, 0);
  }
};

TEST_F(RunOf, ShowsWhatItRecorded) {
  const auto said = run("stock", "10");
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_TRUE(said.out.starts_with("x.kab\n")) << said.out;
  EXPECT_NE(said.out.find("run stock"), std::string::npos);
  EXPECT_NE(said.out.find("8 samples, 0 failed"), std::string::npos);
  const auto json = json_of(run("stock", "10", {"--json", "--force"}).out);
  EXPECT_EQ(json["sessions"][0]["label"], "stock");
  EXPECT_EQ(json["sessions"][0]["series"][0]["median"], 10.0);
}

TEST_F(RunOf, LabelsOfOneRecordingAreItsArms) {
  record_two();
  const auto said = kab({"compare", "--json", "x.kab"});
  EXPECT_EQ(said.exit_code, 1) << said.err;
  const auto one = json_of(said.out)["comparisons"][0];
  EXPECT_EQ(one["baseline"], "old");
  EXPECT_EQ(one["arm"], "new");
  EXPECT_EQ(one["baseline_median"], 10.0);
  EXPECT_EQ(one["verdict"], "slower");
}

TEST_F(RunOf, LabelsCanBeNamedInAnyOrder) {
  record_two();
  EXPECT_EQ(kab({"compare", "x.kab:old", "x.kab:new"}).exit_code, 1);
  const auto said = kab({"compare", "--json", "x.kab:new", "x.kab:old"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_EQ(json_of(said.out)["comparisons"][0]["verdict"], "faster");
}

TEST_F(RunOf, WhatWasMeasuredInOneSessionIsNoVerdictForARequiredOne) {
  record_two();
  ASSERT_EQ(run("old", "10", {"--append"}).exit_code, 0);
  EXPECT_EQ(kab({"compare", "--require-verdict", "x.kab:new", "x.kab:old"}).exit_code, 4);
}

TEST_F(RunOf, AnExistingRecordingIsAddedToOrReplacedOnlyWhenAsked) {
  ASSERT_EQ(run("first", "10").exit_code, 0);
  const auto refused = run("second", "10");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.err.find("x.kab exists already; --append"), std::string::npos) << refused.err;
  ASSERT_EQ(run("second", "10", {"--append"}).exit_code, 0);
  EXPECT_EQ(json_of(kab({"show", "--json", "x.kab"}).out)["sessions"].size(), 2U);
  ASSERT_EQ(run("third", "10", {"--force"}).exit_code, 0);
  const auto sessions = json_of(kab({"show", "--json", "x.kab"}).out)["sessions"];
  ASSERT_EQ(sessions.size(), 1U);
  EXPECT_EQ(sessions[0]["label"], "third");
}

TEST_F(RunOf, ItsNumbersAreGroupedWhenAsked) {
  const auto said = run("stock", "13500000", {"--group", "1000000"});
  EXPECT_NE(said.out.find("stock\n-----\n13000000.000-13999999.000\t8\t(100%)\n"),
            std::string::npos)
      << said.out;
}

TEST_F(RunOf, AWorkloadIsRecordedUnderItsName) {
  const auto said = kab({"run", "--repeat", "2", "--json", "--param", "size=64", "unix-seqpacket"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_EQ(json_of(said.out)["blocks"], 2);
  EXPECT_EQ(recordings().size(), 1U);
}

TEST_F(RunOf, ALineABatchIsPrintedInTheLayoutOfClockBenchmarks) {
  const auto said = kab({"run", "--repeat", "2", "--format", "loops", "-o", "x.kab",
                         "clock-monotonic", "clock-realtime-coarse"});
  ASSERT_EQ(said.exit_code, 0) << said.err;
  const auto* const line = R"(\d{3,} loops in \d+\.\d{5}s = \d+\.\d\d nsec / loop\n)";
  const std::string lines = "(" + std::string(line) + "){2,}";
  const std::regex layout("clock-monotonic[^\n]*\n" + lines + "\nclock-realtime-coarse[^\n]*\n" +
                          lines);
  EXPECT_TRUE(std::regex_match(said.out, layout)) << said.out;
  EXPECT_EQ(kab({"show", "--format", "loops", "x.kab"}).out, said.out);
}

TEST_F(RunOf, UserCopiesOfSeveralWorkloadsStandBesideTheirTimes) {
  const auto said = kab({"run", "--repeat", "2", "-o", "x.kab", "getppid", "uname", "select"});
  ASSERT_EQ(said.exit_code, 0) << said.err;
  const auto head = said.out.find("user copies of an operation");
  ASSERT_NE(head, std::string::npos) << said.out;
  const auto table = said.out.substr(head);
  EXPECT_LT(table.find("select"), table.find("uname"));
  EXPECT_LT(table.find("uname"), table.find("getppid"));
  const auto json = json_of(kab({"show", "--json", "x.kab"}).out);
  const auto series = json["sessions"][0]["series"];
  for (const auto& one : series) {
    if (one["metric"] != "time" || !one["title"].get<std::string>().starts_with("select")) continue;
    EXPECT_EQ(one["user_copies"]["checked_copies"], 6.0);
    EXPECT_EQ(one["user_copies"]["checked_bytes"], 48.0);
    return;
  }
  FAIL() << series.dump(2);
}

TEST_F(RunOf, OneWorkloadAloneHasNoTableOfUserCopies) {
  const auto said = kab({"run", "--repeat", "2", "-o", "x.kab", "uname"});
  EXPECT_EQ(said.out.find("user copies"), std::string::npos) << said.out;
}

}  // namespace
}  // namespace kab::cli
