// Files that kab cannot read: named, with the line where there is one.
#include "cli/kab.h"
#include "sys/process.h"

namespace kab::cli {
namespace {

class BadFiles : public KabTest {
 protected:
  BadFiles() { file("good", "1\n2\n3\n4\n5\n6\n7\n8\n"); }

  void expect_not_compared(const std::string& name, const Words& fragments) const {
    expect_refused(kab({"compare", "--unit", "s", "--better", "lower", "good", name}), 2,
                   fragments);
  }

  /// A recording under a name that recordings() does not count.
  void record(const std::string& name) const {
    const auto said = kab({"run", "--repeat", "2", "-o", name, "--", "true"});
    ASSERT_EQ(said.exit_code, 0) << said.err;
  }

  void change(const std::string& name, const std::string& sql) const {
    const auto outcome = sys::run({.argv = {"sqlite3", path(name), sql}});
    ASSERT_TRUE(outcome && outcome->succeeded());
  }
};

TEST_F(BadFiles, ALineThatIsNoNumberIsNamed) {
  file("bad", "1\n2\nfast\n4\n");
  expect_not_compared("bad", {"bad:3:", "\"fast\"", "not a number"});
}

TEST_F(BadFiles, NanAndInfAreRefusedUnlessTheyMayBeSkipped) {
  file("nan", "1\n2\n3\nnan\n5\n6\n7\ninf\n9\n10\n");
  expect_not_compared("nan", {"nan:4:", "\"nan\"", "not a finite number", "--skip-invalid"});
  const auto said = kab(
      {"compare", "--unit", "s", "--better", "lower", "--skip-invalid", "--json", "good", "nan"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto json = json_of(said.out);
  EXPECT_EQ(json["comparisons"][0]["n"]["arm"], 8);
  EXPECT_NE(json["warnings"].dump().find("2 "), std::string::npos) << json["warnings"];
}

TEST_F(BadFiles, AnEmptyFileHoldsNothingToCompare) {
  file("empty", "");
  file("blank", "\n\n");
  expect_not_compared("empty", {"empty is empty"});
  expect_not_compared("blank", {"blank"});
}

TEST_F(BadFiles, AMissingFileIsNamed) {
  expect_not_compared("absent", {"absent", "No such file or directory"});
  expect_not_compared("absent.kab:label", {"absent.kab", "No such file or directory"});
  expect_refused(kab({"show", "absent"}), 2, {"absent", "No such file or directory"});
}

TEST_F(BadFiles, AColumnThatIsNotThereIsNamed) {
  file("x.csv", "wall,user\n1,2\n3,4\n");
  expect_not_compared("x.csv:zork", {"x.csv", "\"zork\"", "wall"});
}

TEST_F(BadFiles, AFolderIsNoFile) {
  file("folder/x", "");
  expect_not_compared("folder", {"folder", "Is a directory"});
  expect_refused(kab({"show", "folder"}), 2, {"folder"});
}

TEST_F(BadFiles, AForcedReaderMustExist) {
  expect_refused(kab({"compare", "--reader", "zork", "good", "good"}), 2,
                 {"no reader \"zork\"", "plain"});
}

TEST_F(BadFiles, NumbersWithoutADirectionAreNotCompared) {
  expect_refused(kab({"compare", "good", "good"}), 2, {"good", "--unit", "--better"});
  expect_refused(kab({"compare", "--unit", "zork", "good", "good"}), 2,
                 {"unit \"zork\"", "--better"});
}

TEST_F(BadFiles, OneFileIsNoComparison) {
  expect_refused(kab({"compare", "--unit", "s", "good"}), 2, {"two sides or more"});
  expect_refused(kab({"compare"}), 2, {"file is required"});
}

TEST_F(BadFiles, WhatIsNoRecordingIsNotShown) {
  file("empty", "");
  expect_refused(kab({"show", "good"}), 2, {"good is not a kab recording"});
  expect_refused(kab({"show", "empty"}), 2, {"empty is empty", "record again"});
}

TEST_F(BadFiles, ATruncatedRecordingIsSaidToBeOne) {
  record("whole");
  file("cut", content("whole").substr(0, 9000));
  expect_refused(kab({"show", "cut"}), 2, {"cut is truncated", "9000 of"});
  expect_not_compared("cut", {"cut is truncated"});
}

TEST_F(BadFiles, ARecordingOfANewerKabNamesTheKabThatReadsIt) {
  record("newer");
  change("newer",
         "update meta set value = '99' where key = 'schema';"
         "update meta set value = '7.3.1' where key = 'kab_version';");
  expect_refused(kab({"show", "newer"}), 2, {"newer", "7.3.1"});
  expect_not_compared("newer", {"newer", "7.3.1"});
  const auto before = content("newer");
  expect_refused(kab({"run", "--append", "-o", "newer", "--", "true"}), 2, {"newer", "7.3.1"});
  EXPECT_EQ(content("newer"), before);
}

TEST_F(BadFiles, AnotherProgramsDatabaseIsNoRecording) {
  change("other", "create table notes (text);");
  expect_refused(kab({"show", "other"}), 2, {"other"});
}

TEST_F(BadFiles, ALabelThatARecordingDoesNotHoldIsNamedWithThoseItHolds) {
  record("some");
  expect_not_compared("some:zork", {"some", "\"zork\"", "it holds run"});
}

}  // namespace
}  // namespace kab::cli
