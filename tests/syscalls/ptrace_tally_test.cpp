#include "syscalls/ptrace_tally.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <string>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/traced.h"

namespace kab::syscalls {
namespace {

using support::call;
using support::chdir_in_vain;
using support::wait_for_all;

Tallied tally(const Body& body) {
  auto tallied = PtraceTally().of(body);
  EXPECT_TRUE(tallied) << tallied.error().message;
  return tallied.value_or(Tallied{.tally = {}, .status = -1});
}

Counts counts_of(const Tallied& tallied, long number) {
  const auto found =
      tallied.tally.find({.abi = kOwnAbi, .number = static_cast<std::uint64_t>(number)});
  return found == tallied.tally.end() ? Counts{} : found->second;
}

TEST(PtraceTally, CountsEachCall) {
  const auto tallied = tally([] {
    call(SYS_getppid, 250);
    return 0;
  });
  EXPECT_TRUE(WIFEXITED(tallied.status) && WEXITSTATUS(tallied.status) == 0);
  EXPECT_EQ(counts_of(tallied, SYS_getppid), (Counts{.calls = 250, .errors = 0}));
  EXPECT_EQ(counts_of(tallied, SYS_exit_group), (Counts{.calls = 1, .errors = 0}))
      << "a call that never returns is a call";
}

TEST(PtraceTally, CountsTheErrorsApart) {
  const auto tallied = tally([] { return chdir_in_vain(33, 32); });
  EXPECT_EQ(counts_of(tallied, SYS_chdir), (Counts{.calls = 65, .errors = 32}));
}

TEST(PtraceTally, CountsNothingOfItsOwn) {
  // A sanitizer's own call at a fork is nobody's fault.
  const auto tallied = tally([] { return 0; });
  for (const long number : {SYS_kill, SYS_prctl, SYS_getppid, SYS_getpid, SYS_ptrace, SYS_read})
    EXPECT_EQ(counts_of(tallied, number).calls, 0U) << number;
}

TEST(PtraceTally, FollowsForks) {
  const auto tallied = tally([] {
    for (int child = 0; child < 8; ++child)
      if (::fork() == 0) ::_exit(chdir_in_vain(3, 2));
    wait_for_all();
    return 0;
  });
  EXPECT_EQ(counts_of(tallied, SYS_chdir), (Counts{.calls = 40, .errors = 16}));
}

TEST(PtraceTally, FollowsProcessesThatOutliveTheFirst) {
  const auto tallied = tally([] {
    const pid_t first = ::getpid();
    if (::fork() == 0) {
      while (::getppid() == first) ::usleep(1000);
      call(SYS_getuid, 70);
      ::_exit(0);
    }
    return 3;
  });
  EXPECT_EQ(WEXITSTATUS(tallied.status), 3);
  EXPECT_EQ(counts_of(tallied, SYS_getuid).calls, 70U);
}

TEST(PtraceTally, FollowsThreadsOfSeveralProcesses) {
  const auto work = [](void*) -> void* {
    call(SYS_getuid, 65);
    return nullptr;
  };
  const auto tallied = tally([&] {
    for (int child = 0; child < 3; ++child) {
      if (::fork() != 0) continue;
      std::array<pthread_t, 4> threads;
      for (auto& thread : threads) ::pthread_create(&thread, nullptr, work, nullptr);
      for (auto& thread : threads) ::pthread_join(thread, nullptr);
      ::_exit(0);
    }
    wait_for_all();
    return 0;
  });
  EXPECT_EQ(counts_of(tallied, SYS_getuid).calls, 3U * 4 * 65);
}

void execute_by_vfork() {
  const pid_t pid = ::vfork();
  if (pid == 0) {
    ::execl("/bin/true", "true", nullptr);
    ::_exit(127);
  }
  ::waitpid(pid, nullptr, 0);
}

TEST(PtraceTally, FollowsVforkAndExec) {
  const auto tallied = tally([] {
    for (int child = 0; child < 5; ++child) execute_by_vfork();
    return 0;
  });
  EXPECT_EQ(counts_of(tallied, SYS_execve), (Counts{.calls = 5, .errors = 0}));
  EXPECT_EQ(counts_of(tallied, SYS_vfork).calls, 5U);
  EXPECT_EQ(counts_of(tallied, SYS_wait4).calls, 5U);
}

TEST(PtraceTally, FollowsAThreadThatExecutes) {
  const auto execute = [](void*) -> void* {
    ::execl("/bin/true", "true", nullptr);
    return nullptr;
  };
  const auto tallied = tally([&] {
    pthread_t thread;
    ::pthread_create(&thread, nullptr, execute, nullptr);
    ::pthread_join(thread, nullptr);
    return 1;
  });
  EXPECT_TRUE(WIFEXITED(tallied.status) && WEXITSTATUS(tallied.status) == 0);
  EXPECT_EQ(counts_of(tallied, SYS_execve), (Counts{.calls = 1, .errors = 0}));
}

TEST(PtraceTally, RunsPrograms) {
  const auto tallied = tally(program_body({"false"}));
  EXPECT_TRUE(WIFEXITED(tallied.status) && WEXITSTATUS(tallied.status) == 1);
  EXPECT_GE(counts_of(tallied, SYS_execve).calls, 1U);
  EXPECT_EQ(WEXITSTATUS(tally(program_body({"/no/such/program"})).status), 127);
}

TEST(PtraceTally, SaysHowAKilledProcessEndedAndKeepsWhatItCounted) {
  const auto tallied = tally([] {
    call(SYS_getuid, 7);
    ::kill(::getpid(), SIGKILL);
    return 0;
  });
  EXPECT_TRUE(WIFSIGNALED(tallied.status) && WTERMSIG(tallied.status) == SIGKILL);
  EXPECT_EQ(counts_of(tallied, SYS_getuid).calls, 7U);
}

TEST(PtraceTally, LetsSignalsAndStopsThrough) {
  const auto tallied = tally([] {
    static volatile std::sig_atomic_t seen = 0;
    std::signal(SIGUSR1, [](int) { seen = 1; });
    ::kill(::getpid(), SIGUSR1);
    if (const pid_t child = ::fork(); child == 0) {
      ::kill(::getpid(), SIGSTOP);
      call(SYS_getuid, 9);
      ::_exit(0);
    } else {
      int status = 0;
      ::waitpid(child, &status, WUNTRACED);
      if (!WIFSTOPPED(status)) return 2;
      ::kill(child, SIGCONT);
      ::waitpid(child, &status, 0);
    }
    return seen == 1 ? 0 : 1;
  });
  EXPECT_TRUE(WIFEXITED(tallied.status)) << tallied.status;
  EXPECT_EQ(WEXITSTATUS(tallied.status), 0);
  EXPECT_EQ(counts_of(tallied, SYS_getuid).calls, 9U);
}

TEST(PtraceTally, LeavesNoProcessBehind) {
  tally([] {
    if (::fork() == 0) ::_exit(0);
    return 0;
  });
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(PtraceTally, SaysWhyItCannotTrace) {
  // Who is traced already cannot be traced by another.
  const auto tallied = tally([] {
    const auto inner = PtraceTally().of([] { return 0; });
    if (inner) return 1;
    return inner.error().kind == ErrorKind::kUnavailable &&
                   inner.error().message.find("EPERM") == std::string::npos &&
                   inner.error().message.find("ptrace(PTRACE_SEIZE)") != std::string::npos
               ? 0
               : 2;
  });
  EXPECT_EQ(WEXITSTATUS(tallied.status), 0);
}

}  // namespace
}  // namespace kab::syscalls
