// kab stat: the command's streams and status stay its own, counts are recorded, what is missing
// has a word.
#include "cli/kab.h"

namespace kab::cli {
namespace {

class StatOf : public KabTest {};

TEST_F(StatOf, TheCommandKeepsItsOutputAndTheReportGoesToStderr) {
  const auto said = kab({"stat", "--", "echo", "its own text"});
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_EQ(said.out, "its own text\n");
  EXPECT_NE(said.err.find("Counts of echo 'its own text'"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("task-clock"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("elapsed"), std::string::npos) << said.err;
}

TEST_F(StatOf, TheStatusIsTheCommands) {
  EXPECT_EQ(kab({"stat", "--", "sh", "-c", "exit 7"}).exit_code, 7);
  const auto killed = kab({"stat", "--repeat", "2", "--", "sh", "-c", "kill -TERM $$"});
  EXPECT_EQ(killed.exit_code, 128 + 15);
  EXPECT_NE(killed.err.find("2 of 2 runs failed"), std::string::npos) << killed.err;
}

TEST_F(StatOf, FailuresOfKabsOwnAre125) {
  expect_refused(kab({"stat", "--", "no-such-program"}), 125, {"no-such-program"});
  expect_refused(kab({"stat", "-e", "cylces", "--", "true"}), 125,
                 {"cylces", "did you mean cycles?"});
  expect_refused(kab({"stat"}), 125, {"no command"});
  expect_refused(kab({"stat", "--report", "/no/such/folder/file", "--", "true"}), 125,
                 {"/no/such/folder/file"});
}

TEST_F(StatOf, EveryEventHasAValueOrAWordInJson) {
  const auto said = kab({"stat", "--json", "--repeat", "3", "-e", "cycles:u,cycles:k,cycles,faults",
                         "--", "echo", "hidden from the document"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_NE(said.err.find("hidden from the document"), std::string::npos);
  const auto json = json_of(said.out);
  ASSERT_EQ(json["events"].size(), 4U);
  EXPECT_EQ(json["events"][0]["event"], "cycles:u");
  for (const auto& event : json["events"]) {
    EXPECT_EQ(event["status"] == "counted", event["mean"].is_number()) << event.dump();
    EXPECT_EQ(event["status"] != "counted", event["mean"].is_null()) << event.dump();
  }
  EXPECT_EQ(json["runs"].size(), 3U);
  EXPECT_EQ(json["runs"][2]["counts"].size(), 4U);
  EXPECT_EQ(json["times"][0]["event"], "elapsed");
  EXPECT_EQ(json["times"][0]["n"], 3);
}

TEST_F(StatOf, FaultsAreThereForAnybody) {
  // Counted by the kernel, or else by getrusage.
  const auto said = kab_as_user({"stat", "--json", "-e", "page-faults", "--", "true"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  const auto json = json_of(said.out);
  EXPECT_EQ(json["events"][0]["status"], "counted") << said.out;
  EXPECT_GT(json["events"][0]["mean"].get<double>(), 0);
}

TEST_F(StatOf, WithRequireAMissingEventRunsNothing) {
  // No tracepoint has an id without tracefs; where there is one, this is no tracepoint's name.
  const auto said = kab({"stat", "--require", "-e", "page-faults,kab_no:such_tracepoint", "--",
                         "touch", path("ran")});
  EXPECT_EQ(said.exit_code, 125) << said.err;
  EXPECT_NE(said.err.find("kab_no:such_tracepoint"), std::string::npos) << said.err;
  EXPECT_EQ(content("ran"), "(cannot be read)");
}

TEST_F(StatOf, AReportFileTakesTheReportAlone) {
  const auto said = kab({"stat", "--report", path("counts"), "--", "true"});
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_EQ(said.err, "");
  EXPECT_NE(content("counts").find("Counts of true"), std::string::npos);
}

TEST_F(StatOf, ARecordingHoldsASampleARunAndCanBeCompared) {
  for (const auto* name : {"old.kab", "new.kab"})
    EXPECT_EQ(kab({"stat", "--repeat", "6", "-e", "page-faults", "-o", path(name), "--", "true"})
                  .exit_code,
              0);
  const auto shown = json_of(kab({"show", "--json", path("old.kab")}).out);
  EXPECT_NE(shown.dump().find("page-faults"), std::string::npos);
  const auto compared = kab({"compare", "--json", path("old.kab"), path("new.kab")});
  EXPECT_NE(json_of(compared.out).dump().find("page-faults"), std::string::npos) << compared.err;
}

TEST_F(StatOf, AnInterruptionEndsTheRunsAndReportsThem) {
  // The command interrupts kab, which passes it on.
  const auto said =
      kab({"stat", "--repeat", "100", "--", "sh", "-c", "kill -INT $PPID; sleep 600 & wait $!"});
  EXPECT_EQ(said.exit_code, 130) << said.err;
  EXPECT_NE(said.err.find("interrupted after 1 of 100 runs"), std::string::npos) << said.err;
}

TEST_F(StatOf, ACommandThatLeavesADaemonIsNotWaitedFor) {
  const auto said = kab({"stat", "--", "sh", "-c", "setsid sleep 3 >/dev/null 2>&1 &"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
}

}  // namespace
}  // namespace kab::cli
