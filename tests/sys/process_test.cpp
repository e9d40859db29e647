#include "sys/process.h"

#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>

#include "base/number.h"
#include "base/text.h"
#include "sys/affinity.h"
#include "sys/scratch.h"
#include "sys/stop.h"

namespace kab::sys {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

Command child(std::vector<std::string> words) {
  words.insert(words.begin(), KAB_TEST_CHILD);
  return {.argv = std::move(words)};
}

Outcome outcome_of(const Command& command) {
  const auto outcome = run(command);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return outcome.value_or(Outcome{.exit_code = -1});
}

Error failure_of(const Command& command) {
  const auto outcome = run(command);
  EXPECT_FALSE(outcome) << "it ran";
  return outcome ? Error{.message = "it ran"} : outcome.error();
}

/// Whether the process is gone, waiting for its end if it is on its way.
bool is_gone(pid_t pid) {
  const Fd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!pidfd) return true;
  pollfd polled{.fd = pidfd.get(), .events = POLLIN, .revents = 0};
  return ::poll(&polled, 1, 30'000) == 1;
}

TEST(Run, ReportsHowTheChildEnded) {
  EXPECT_TRUE(outcome_of(child({"exit", "0"})).succeeded());
  const auto failed = outcome_of(child({"exit", "3"}));
  EXPECT_FALSE(failed.succeeded());
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_EQ(description_of(failed), "exited 3");
  const auto killed = outcome_of(child({"signal", std::to_string(SIGTERM)}));
  EXPECT_FALSE(killed.succeeded());
  EXPECT_EQ(killed.signal, SIGTERM);
  EXPECT_EQ(description_of(killed), "was killed by signal 15 (Terminated)");
}

TEST(Run, LooksUpItsProgramInThePathThatTheCommandSets) {
  EXPECT_EQ(outcome_of({.argv = {"sh", "-c", "echo found"}}).output, "found\n");
  const ScratchFolder folder;
  folder.file("tool-of-an-arm", "#!/bin/sh\necho the arm\\'s\n", 0755);
  const Command command{.argv = {"tool-of-an-arm"}, .environment = {{"PATH", folder.path()}}};
  EXPECT_EQ(outcome_of(command).output, "the arm's\n");
}

TEST(Run, SetsAndReplacesVariables) {
  ::setenv("KAB_TEST_KEPT", "kept", 1);
  ::setenv("KAB_TEST_REPLACED", "old", 1);
  auto command = child({"environment", "KAB_TEST_REPLACED"});
  command.environment = {{"KAB_TEST_REPLACED", "new"}, {"KAB_TEST_ADDED", "added"}};
  EXPECT_EQ(outcome_of(command).output, "new");
  command.argv.back() = "KAB_TEST_ADDED";
  EXPECT_EQ(outcome_of(command).output, "added");
  command.argv.back() = "KAB_TEST_KEPT";
  EXPECT_EQ(outcome_of(command).output, "kept");
}

TEST(Run, GivesNoInputUnlessThereIsSome) {
  EXPECT_EQ(outcome_of(child({"echo"})).output, "");
  auto command = child({"echo"});
  command.input = "hello";
  EXPECT_EQ(outcome_of(command).output, "hello");
}

TEST(Run, FeedsAndReadsMoreThanAnyPipeHolds) {
  auto command = child({"echo"});
  for (int i = 0; i < 400'000; ++i) command.input += std::to_string(i) + "\n";
  const auto outcome = outcome_of(command);
  EXPECT_TRUE(outcome.succeeded());
  EXPECT_TRUE(outcome.output == command.input);
}

TEST(Run, OutlivesAChildThatWantsNoInput) {
  auto command = child({"exit", "4"});
  command.input.assign(4u << 20, 'x');
  EXPECT_EQ(outcome_of(command).exit_code, 4);
  EXPECT_EQ(outcome_of(command).exit_code, 4);
}

TEST(Run, KeepsTheEndOfLongErrorsAndAllOfTheOutput) {
  const auto errors = outcome_of(child({"stderr", "300000"}));
  EXPECT_EQ(errors.errors.size(), 4096U);
  EXPECT_TRUE(errors.errors.ends_with("xxend"));
  EXPECT_EQ(errors.output, "");
  const auto output = outcome_of(child({"stdout", "300000"}));
  EXPECT_EQ(output.output.size(), 300'003U);
  EXPECT_TRUE(output.output.ends_with("xxend"));
  EXPECT_EQ(output.errors, "");
}

TEST(Run, EndsAChildThatWritesMoreThanTheLimit) {
  auto command = child({"stdout", "2000000000"});
  command.output_limit = 100'000;
  const auto outcome = outcome_of(command);
  EXPECT_FALSE(outcome.succeeded());
  EXPECT_TRUE(outcome.overflowed);
  EXPECT_EQ(outcome.output.size(), 100'000U);
  EXPECT_EQ(description_of(outcome), "wrote more than 100000 bytes to standard output");
  command = child({"stdout", "0"});
  command.output_limit = 3;  // exactly what it writes
  EXPECT_TRUE(outcome_of(command).succeeded());
}

TEST(Run, KillsWhatRunsLongerThanItsDeadline) {
  auto command = child({"hang"});
  command.deadline_ns = 20 * kMillisecond;
  const auto outcome = outcome_of(command);
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_FALSE(outcome.succeeded());
  EXPECT_GE(outcome.wall_ns, command.deadline_ns);
  EXPECT_EQ(description_of(outcome), "ran longer than 20 ms");
}

TEST(Run, CountsTheTimeAndMemoryOfTheChild) {
  const auto outcome = outcome_of(child({"burn"}));
  EXPECT_GE(outcome.user_ns + outcome.system_ns, 20 * kMillisecond);
  EXPECT_GE(outcome.wall_ns, 20 * kMillisecond);
  EXPECT_GT(outcome.resident_kb, 0);
}

TEST(Run, StartsTheChildCleanWhateverStateThisProcessIsIn) {
  const std::string seen = in_child([] {
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
    const int leaked = ::open("/dev/null", O_RDONLY);  // not close-on-exec, on purpose
    ::dup2(leaked, 200);
    return outcome_of(child({"self"})).output;
  });
  EXPECT_EQ(seen, "leads its group: 1\nSIGPIPE default: 1\nat parent's death: 9\n");
}

TEST(Run, WorksWithItsOwnStreamsClosed) {
  const std::string seen = in_child([] {
    for (const int stream : {0, 1, 2}) ::close(stream);
    auto command = child({"echo"});
    command.input = "still here";
    return outcome_of(command).output;
  });
  EXPECT_EQ(seen, "still here");
}

TEST(Run, PutsTheChildOnItsCpus) {
  const int last = allowed_cpus().value().back();
  auto command = child({"cpus"});
  command.cpus = {last};
  EXPECT_EQ(outcome_of(command).output, std::to_string(last) + " ");
}

TEST(Run, NamesTheCpuThatCannotBeHad) {
  auto command = child({"cpus"});
  command.cpus = {60'000};
  const auto failure = failure_of(command);
  EXPECT_EQ(failure.kind, ErrorKind::kUnavailable);
  EXPECT_NE(failure.message.find("on CPU 60000: "), std::string::npos) << failure.message;
}

TEST(Run, EndsWhatTheChildLeavesBehindAndIsNotHeldUpByIt) {
  const auto outcome = outcome_of(child({"leave-behind"}));
  EXPECT_TRUE(outcome.succeeded());
  const auto left = parse_int(outcome.output);
  ASSERT_TRUE(left) << outcome.output;
  EXPECT_TRUE(is_gone(static_cast<pid_t>(*left)));
}

TEST(Run, TellsAMissingProgramFromOneThatMayNotRun) {
  const ScratchFolder folder;
  const auto absent = failure_of({.argv = {"no-such-program-anywhere"}});
  EXPECT_EQ(absent.kind, ErrorKind::kInput);
  EXPECT_EQ(absent.message,
            "cannot run \"no-such-program-anywhere\": there is no such program in PATH");
  const auto no_file = failure_of({.argv = {folder.path("absent")}});
  EXPECT_EQ(no_file.message, "cannot run " + folder.path("absent") + ": No such file or directory");
  const auto plain = failure_of({.argv = {folder.file("plain", "text")}});
  EXPECT_EQ(plain.kind, ErrorKind::kInput);
  EXPECT_NE(plain.message.find("chmod +x"), std::string::npos);
  EXPECT_EQ(failure_of({}).kind, ErrorKind::kInput);
}

TEST(Run, NamesTheInterpreterThatIsMissing) {
  const ScratchFolder folder;
  const auto script = folder.file("script", "#! /no/such/shell -e\necho\n", 0755);
  const auto failure = failure_of({.argv = {script}});
  EXPECT_EQ(failure.kind, ErrorKind::kInput);
  EXPECT_EQ(failure.message, "cannot start " + script +
                                 ": No such file or directory: it needs /no/such/shell, which does "
                                 "not exist");
}

TEST(Run, SaysWhyAFileIsNoProgram) {
  const ScratchFolder folder;
  const auto failure = failure_of({.argv = {folder.file("text", "echo hello\n", 0755)}});
  EXPECT_EQ(failure.kind, ErrorKind::kUnavailable);
  EXPECT_NE(failure.message.find("Exec format error"), std::string::npos);
  EXPECT_NE(failure.message.find("#! line"), std::string::npos);
  std::string elf(
      "\x7f"
      "ELF\x02\x01\x01",
      7);
  elf.resize(64);
  elf[18] = '\x16';  // an S/390 machine
  const auto foreign = failure_of({.argv = {folder.file("elf", elf, 0755)}});
  EXPECT_NE(foreign.message.find("another kind of processor"), std::string::npos)
      << foreign.message;
}

TEST(Run, RefusesAZeroByteInsteadOfCuttingTheWord) {
  EXPECT_EQ(failure_of(child({std::string("a\0b", 3)})).kind, ErrorKind::kInput);
}

TEST(Run, EndsTheChildWhenAskedToStop) {
  const ScratchFolder folder;
  const std::string fifo = folder.path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  Forked kab([&] {
    ::signal(SIGINT, SIG_DFL);
    const StopSignals signals;
    const auto outcome = run(child({"say-and-hang", fifo}));
    ::_exit(!outcome && outcome.error().kind == ErrorKind::kInterrupted ? 0 : 1);
  });
  const auto pid = parse_int(trimmed(read_file(fifo).value_or("")));
  ASSERT_TRUE(pid);
  ::kill(kab.pid(), SIGINT);
  EXPECT_EQ(kab.wait(), 0);
  EXPECT_TRUE(is_gone(static_cast<pid_t>(*pid)));
}

TEST(Run, KillsAChildThatIsDeafToTheRequest) {
  const ScratchFolder folder;
  const std::string fifo = folder.path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  Forked kab([&] {
    ::signal(SIGINT, SIG_DFL);
    const StopSignals signals;
    auto deaf = child({"deaf", fifo});
    deaf.stop_grace_ns = kMillisecond;
    const auto outcome = run(deaf);
    ::_exit(!outcome && outcome.error().kind == ErrorKind::kInterrupted ? 0 : 1);
  });
  const auto pid = parse_int(trimmed(read_file(fifo).value_or("")));
  ASSERT_TRUE(pid);
  ::kill(kab.pid(), SIGINT);
  EXPECT_EQ(kab.wait(), 0);
  EXPECT_TRUE(is_gone(static_cast<pid_t>(*pid)));
}

TEST(Run, LetsATeardownFinishAfterAStop) {
  const StopSignals signals;
  request_stop();
  auto command = child({"exit", "0"});
  EXPECT_EQ(failure_of(command).kind, ErrorKind::kInterrupted);
  command.on_stop = OnStop::kFinish;
  EXPECT_TRUE(outcome_of(command).succeeded());
}

TEST(Run, TakesTheChildAlongWhenThisProcessIsKilled) {
  const ScratchFolder folder;
  const std::string fifo = folder.path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  Forked kab([&] { [[maybe_unused]] const auto ended = run(child({"say-and-hang", fifo})); });
  const auto pid = parse_int(trimmed(read_file(fifo).value_or("")));
  ASSERT_TRUE(pid);
  ::kill(kab.pid(), SIGKILL);
  kab.wait();
  EXPECT_TRUE(is_gone(static_cast<pid_t>(*pid)));
}

TEST(Run, LeavesNoDescriptorOpen) {
  const auto count = [] {
    std::size_t open = 0;
    for (int fd = 0; fd < 1024; ++fd) open += ::fcntl(fd, F_GETFD) >= 0 ? 1U : 0U;
    return open;
  };
  outcome_of(child({"exit", "0"}));
  const auto before = count();
  outcome_of(child({"leave-behind"}));
  failure_of({.argv = {"/bin/sh"}, .cpus = {60'000}});
  auto late = child({"hang"});
  late.deadline_ns = kMillisecond;
  outcome_of(late);
  EXPECT_EQ(count(), before);
}

}  // namespace
}  // namespace kab::sys
