// kab syscalls: what it reports, where it writes that, and with which status it leaves.
#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <unistd.h>

#include "cli/kab.h"

namespace kab::cli {
namespace {

namespace fs = std::filesystem;
using model::Json;
using ::testing::HasSubstr;
using ::testing::Not;

class SyscallsOf : public KabTest {
 protected:
  /// The JSON report of a shell line, by `backend`.
  Json report_of(const std::string& line, Words options) const {
    Words words = {"syscalls", "--json"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", "sh", "-c", line});
    const auto said = kab(words);
    EXPECT_EQ(said.exit_code, 0) << said.err;
    return json_of(said.out);
  }
};

Json row_of(const Json& report, const std::string& name) {
  for (const auto& row : report["tallies"][0]["calls"])
    if (row["name"] == name) return row;
  return Json();
}

// A folder that is not there, three times: three errors of one kind.
constexpr auto kThreeInVain = "for i in 1 2 3; do cd /no/such/folder; done 2>/dev/null; exit 0";

TEST_F(SyscallsOf, EachCallHasItsCountErrorsAndTime) {
  const auto report = report_of(kThreeInVain, {"--errors"});
  const auto chdir = row_of(report, "chdir");
  EXPECT_EQ(chdir["abi"], "x86_64");
  EXPECT_EQ(chdir["calls"], 3);
  EXPECT_EQ(chdir["errors"], 3);
  EXPECT_EQ(chdir["by_errno"], (Json{{"ENOENT", 3}}));
  EXPECT_GT(chdir["wall_s"], 0);
  EXPECT_EQ(row_of(report, "exit_group")["calls"], 1);
  EXPECT_EQ(report["end"], "exited 0");
}

TEST_F(SyscallsOf, BothWaysOfCountingAgree) {
  const auto bpf = report_of(kThreeInVain, {});
  const auto ptrace = report_of(kThreeInVain, {"--backend", "ptrace"});
  EXPECT_EQ(ptrace["backend"], "ptrace");
  for (const auto* name : {"chdir", "execve", "exit_group", "dup2"})
    EXPECT_EQ(row_of(bpf, name)["calls"], row_of(ptrace, name)["calls"]) << name;
}

TEST_F(SyscallsOf, NothingOfKabsOwnIsCountedBeforeTheCommandBegins) {
  for (const auto* backend : {"bpf", "ptrace"}) {
    Words words = {"syscalls", "--json", "--report", path("report.json")};
    if (std::string_view(backend) == "ptrace") words.insert(words.end(), {"--backend", "ptrace"});
    words.insert(words.end(), {"--", "/bin/true"});
    EXPECT_EQ(kab(words).exit_code, 0);
    const auto report = json_of(content("report.json"));
    EXPECT_EQ(row_of(report, "execve")["calls"], 1);
    for (const auto* own : {"rt_sigaction", "kill", "dup2", "prctl", "setpgid"})
      EXPECT_TRUE(row_of(report, own).is_null()) << own;
  }
}

TEST_F(SyscallsOf, TheTotalIsTheSumOfTheRows) {
  const auto report = report_of("true", {});
  std::uint64_t sum = 0;
  for (const auto& row : report["tallies"][0]["calls"]) sum += row["calls"].get<std::uint64_t>();
  EXPECT_EQ(report["tallies"][0]["total"]["calls"], sum);
  EXPECT_EQ(report["calls"], sum);
}

TEST_F(SyscallsOf, TheTextNamesTheColumnsTheBackEndAndItsCost) {
  const auto said = kab({"syscalls", "--backend", "ptrace", "--", "true"});
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_EQ(said.out, "");
  for (const auto* word : {"% wall", "wall s", "usecs/call", "cpu s", "calls", "errors", "syscall",
                           "abi", "total", "counted by ptrace: a call took", "exited 0"})
    EXPECT_THAT(said.err, HasSubstr(word));
}

TEST_F(SyscallsOf, CountsAloneHaveNoTimesAndSayNoZeroForThem) {
  const auto report = report_of(kThreeInVain, {"--counts-only", "--backend", "ptrace"});
  const auto chdir = row_of(report, "chdir");
  EXPECT_EQ(chdir["calls"], 3);
  EXPECT_TRUE(chdir["wall_s"].is_null());
  EXPECT_TRUE(chdir["cpu_s"].is_null());
  EXPECT_TRUE(chdir["errors"].is_null() || chdir["errors"] == 3);
}

TEST_F(SyscallsOf, TheStatusIsTheCommands) {
  EXPECT_EQ(kab({"syscalls", "--", "sh", "-c", "exit 7"}).exit_code, 7);
  const auto killed = kab({"syscalls", "--", "sh", "-c", "kill -9 $$"});
  EXPECT_EQ(killed.exit_code, 128 + 9);
  EXPECT_THAT(killed.err, HasSubstr("9 (Killed)"));
  EXPECT_THAT(killed.err, HasSubstr("kill ")) << "what was counted is kept";
}

TEST_F(SyscallsOf, TheCommandKeepsItsStreams) {
  const auto said = kab({"syscalls", "--report", path("report.txt"), "--", "echo", "hello"});
  EXPECT_EQ(said.out, "hello\n");
  EXPECT_EQ(said.err, "");
  EXPECT_THAT(content("report.txt"), HasSubstr("write"));
  const auto json = kab({"syscalls", "--json", "--", "echo", "hello"});
  EXPECT_EQ(json.err, "hello\n");
}

TEST_F(SyscallsOf, ProcessesAreToldApart) {
  const auto report = report_of("/bin/true; /bin/true; exit 0", {"--per", "process"});
  int named_true = 0;
  for (const auto& tally : report["tallies"])
    if (tally["owner"].get<std::string>().starts_with("true (")) ++named_true;
  EXPECT_EQ(named_true, 2);
}

TEST_F(SyscallsOf, AnUnprivilegedUserIsCountedForByPtraceAndToldWhy) {
  const auto said = kab_as_user({"syscalls", "--json", "--", "true"});
  ASSERT_EQ(said.exit_code, 0) << said.err;
  const auto report = json_of(said.out);
  EXPECT_EQ(report["backend"], "ptrace");
  EXPECT_THAT(report["why_not_bpf"].get<std::string>(), HasSubstr("CAP_BPF"));
  const auto refused = kab_as_user({"syscalls", "--backend", "bpf", "--", "true"});
  EXPECT_EQ(refused.exit_code, 125);
  EXPECT_THAT(refused.err, HasSubstr("CAP_BPF"));
}

TEST_F(SyscallsOf, WhatCannotBeIsRefusedWithTheReason) {
  expect_refused(kab({"syscalls"}), 125, {"-p"});
  expect_refused(kab({"syscalls", "--", "/no/such/program"}), 125, {"/no/such/program", "PATH"});
  expect_refused(kab({"syscalls", "-p", "1", "--", "true"}), 125, {"without a command"});
  expect_refused(kab({"syscalls", "--sort", "x", "--", "true"}), 125, {"time, calls, errors"});
  expect_refused(kab({"syscalls", "--counts-only", "--histogram", "--", "true"}), 125,
                 {"--counts-only"});
}

TEST_F(SyscallsOf, TwoRecordingsAreComparedCallByCall) {
  const auto record = [&](const std::string& name, const std::string& line) {
    const auto said = kab({"syscalls", "--counts-only", "--errors", "--label", name, "-o",
                           path(name + ".kab"), "--", "sh", "-c", line});
    EXPECT_EQ(said.exit_code, 0) << said.err;
  };
  record("few", "cd /; exit 0");
  record("many", "cd /; cd /; cd /; umask 022; exit 0");
  const auto text = kab({"compare", path("few.kab"), path("many.kab")});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("chdir"));
  EXPECT_THAT(text.out, HasSubstr("umask"));
  EXPECT_THAT(text.out, Not(HasSubstr("exit_group")));
  const auto json = json_of(kab({"compare", "--json", path("few.kab"), path("many.kab")}).out);
  ASSERT_EQ(json["calls"].size(), 1U);
  for (const auto& change : json["calls"][0]["changes"]) {
    if (change["call"] != "chdir") continue;
    EXPECT_EQ(change["baseline_per_operation"], 1);
    EXPECT_EQ(change["arm_per_operation"], 3);
  }
}

TEST_F(SyscallsOf, ATrialCountsInAPassOfItsOwn) {
  const auto said =
      kab({"trial", "--no-progress", "--json", "--repeat", "2", "--no-aa", "--count-syscalls", "-o",
           path("t.kab"), "-a", "one:cmd=cd /", "-a", "two:cmd=cd /; cd /"});
  ASSERT_NE(said.out, "") << said.err;
  const auto calls = json_of(said.out)["calls"];
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0]["operations"]["baseline"], 1);
  bool found = false;
  for (const auto& change : calls[0]["changes"])
    if (change["call"] == "chdir") {
      found = true;
      EXPECT_EQ(change["baseline_per_operation"], 1);
      EXPECT_EQ(change["arm_per_operation"], 2);
    }
  EXPECT_TRUE(found) << calls.dump(2);
}

TEST_F(SyscallsOf, TheArmsEnvironmentReachesThePassThatCounts) {
  const auto said =
      kab({"trial", "--no-progress", "--json", "--repeat", "2", "--no-aa", "--count-syscalls", "-o",
           path("t.kab"), "-a", "none:env.FOLDERS=", "-a", "three:env.FOLDERS=/ / /", "--", "sh",
           "-c", "for folder in $FOLDERS; do cd $folder; done"});
  ASSERT_NE(said.out, "") << said.err;
  const auto calls = json_of(said.out)["calls"];
  ASSERT_EQ(calls.size(), 1U) << said.out;
  const auto found = std::ranges::find(calls[0]["changes"], "chdir",
                                       [](const auto& change) { return change["call"]; });
  ASSERT_NE(found, calls[0]["changes"].end()) << calls.dump(2);
  EXPECT_EQ((*found)["baseline_per_operation"], 0);
  EXPECT_EQ((*found)["arm_per_operation"], 3);
}

TEST_F(SyscallsOf, APassThatFailsIsSaidAndNotCounted) {
  file("calls", "");
  // Rehearsed once, measured twice in each arm; then comes the pass that counts.
  const auto script = "echo >>calls; test $(wc -l <calls) -le 6";
  const auto said = kab({"trial", "--no-progress", "--json", "--repeat", "2", "--no-aa",
                         "--count-syscalls", "-o", path("t.kab"), "-a",
                         std::string("a:cmd=") + script, "-a", std::string("b:cmd=") + script});
  const auto json = json_of(said.out);
  EXPECT_TRUE(json["calls"].empty());
  const auto failed = std::ranges::count_if(json["warnings"], [](const auto& warning) {
    return warning["text"].template get<std::string>().find(
               "left with status 1 in the pass that counts") != std::string::npos;
  });
  EXPECT_EQ(failed, 2) << json["warnings"];
}

TEST_F(SyscallsOf, APrivilegedProgramIsNeverTracedWithItsPrivileges) {
  // Who is root can make one; who is not sees that his own is nothing special.
  const auto helper = path("helper");
  fs::copy_file("/usr/bin/id", helper);
  fs::permissions(helper, fs::perms::set_uid | fs::perms(0755));
  const bool foreign = ::geteuid() == 0;
  const auto own = kab_as_user({"list", "readers"});  // the user can run kab at all
  ASSERT_EQ(own.exit_code, 0) << own.err;
  const auto said = kab_as_user({"syscalls", "--json", "--report", path("report.json"), "--backend",
                                 "ptrace", "--", helper, "-u"});
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_NE(said.out, foreign ? "0\n" : "") << "it ran as root under a tracer who is not";
  const auto report = json_of(content("report.json"));
  const auto remarked = std::ranges::count_if(report["remarks"], [&](const auto& remark) {
    return remark.template get<std::string>().find("helper is set-user-ID") != std::string::npos;
  });
  EXPECT_EQ(remarked, foreign ? 1 : 0) << report["remarks"];
  EXPECT_GT(report["calls"], 0);
}

TEST_F(SyscallsOf, ACommandInAPidNamespaceOfItsOwnIsCounted) {
  // chdir twice in a shell that is process 1 where it lives.
  const Words shell = {"--",     "unshare", "--user", "--pid",
                       "--fork", "sh",      "-c",     "cd /; cd /; exit 5"};
  for (const auto* backend : {"bpf", "ptrace"}) {
    Words words = {"syscalls", "--json", "--report", path("report.json"), "--per", "process"};
    if (std::string_view(backend) == "ptrace") words.insert(words.end(), {"--backend", "ptrace"});
    words.insert(words.end(), shell.begin(), shell.end());
    const auto said = kab(words);
    if (said.err.find("unshare failed") != std::string::npos) {
      EXPECT_EQ(said.exit_code, 1) << "a command that fails leaves with its own status";
      continue;
    }
    EXPECT_EQ(said.exit_code, 5) << said.err;
    int shells = 0;
    const auto report = json_of(content("report.json"));
    for (const auto& tally : report["tallies"]) {
      const auto owner = tally["owner"].get<std::string>();
      if (!owner.starts_with("sh (")) continue;
      ++shells;
      EXPECT_NE(owner, "sh (1)") << "numbers are those of kab's own namespace";
      for (const auto& row : tally["calls"])
        EXPECT_TRUE(row["name"] != "chdir" || row["calls"] == 2) << row;
    }
    EXPECT_EQ(shells, 1) << report.dump(2);
  }
}

}  // namespace
}  // namespace kab::cli
