#include "tracing/observe.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/traced.h"

namespace kab::tracing {
namespace {

using support::call;
using support::chdir_in_vain;
using support::wait_for_all;

using syscalls::Abi;
using syscalls::Call;
using syscalls::CallFacts;
using syscalls::Observed;
using syscalls::Per;
using syscalls::Watch;

const Watch kCounts = {.timing = syscalls::Timing::kNone};

// What the tests of both back ends have in common; where BPF is not allowed its tests assert that
// this is said, and that ptrace counts instead.
class ObserveBy : public ::testing::TestWithParam<Backend> {
 protected:
  Report observe(const syscalls::Body& body, const Watch& watch = {}) const {
    Request request{.watch = watch, .backend = GetParam(), .body = body};
    if (GetParam() == Backend::kBpf) {
      static const auto missing = why_no_bpf();
      if (missing) request.backend.reset();
    }
    auto report = tracing::observe(request);
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : Report{};
  }
};

CallFacts facts_of(const Observed& observed, long number) {
  CallFacts sum;
  const Call call{.number = static_cast<std::uint64_t>(number)};
  for (const auto& [owner, calls] : observed.tally)
    if (const auto found = calls.find(call); found != calls.end()) add(sum, found->second);
  return sum;
}

std::uint64_t calls_of(const Report& report, long number) {
  return facts_of(report.observed, number).calls;
}

template <std::size_t Threads>
void in_threads(void* (*work)(void*)) {
  std::array<pthread_t, Threads> threads;
  for (auto& thread : threads) ::pthread_create(&thread, nullptr, work, nullptr);
  for (auto& thread : threads) ::pthread_join(thread, nullptr);
}

TEST_P(ObserveBy, CountsEveryCallOfManyThreads) {
  const int each = GetParam() == Backend::kBpf ? 25'000 : 2'500;
  static int times = 0;
  times = each;
  const auto report = observe(
      [] {
        in_threads<4>([](void*) -> void* {
          call(SYS_getppid, times);
          return nullptr;
        });
        return 0;
      },
      kCounts);
  EXPECT_EQ(calls_of(report, SYS_getppid), 4U * static_cast<unsigned>(each));
  EXPECT_EQ(report.observed.lost, 0U);
}

TEST_P(ObserveBy, CountsEachCallOfForksWithThreadsAndItsErrors) {
  const auto report = observe([] {
    for (int child = 0; child < 8; ++child) {
      if (::fork() != 0) continue;
      in_threads<4>([](void*) -> void* {
        chdir_in_vain(33, 32);
        return nullptr;
      });
      ::_exit(0);
    }
    wait_for_all();
    return 0;
  });
  const auto chdir = facts_of(report.observed, SYS_chdir);
  EXPECT_EQ(chdir.calls, 2080U);
  EXPECT_EQ(chdir.errors, 1024U);
  EXPECT_EQ(chdir.timed, 2080U);
  EXPECT_GT(chdir.wall_ns, 0U);
  EXPECT_EQ(calls_of(report, SYS_clone) + calls_of(report, SYS_clone3), 8U + 32U);
  EXPECT_EQ(calls_of(report, SYS_exit_group), 9U) << "a call that never returns is a call";
}

TEST_P(ObserveBy, TellsErrorsApartByErrno) {
  const auto report =
      observe([] { return chdir_in_vain(3, 2); }, {.errors = syscalls::ErrorDetail::kByErrno});
  EXPECT_EQ(facts_of(report.observed, SYS_chdir).by_errno,
            (std::map<int, std::uint64_t>{{ENOENT, 2}}));
}

TEST_P(ObserveBy, AHistogramHoldsEachCallThatWasTimed) {
  const auto report = observe(
      [] {
        call(SYS_getuid, 123);
        return 0;
      },
      {.latencies = syscalls::LatencyDetail::kHistogram});
  std::uint64_t sum = 0;
  for (const auto& [bucket, count] : facts_of(report.observed, SYS_getuid).latencies) sum += count;
  EXPECT_EQ(sum, 123U);
}

TEST_P(ObserveBy, ACallThatWaitsIsTimedWithItsWaitingWhichIsNoTimeOnACpu) {
  constexpr long kSleepNs = 5'000'000;
  const auto report = observe([] {
    const timespec sleep{.tv_sec = 0, .tv_nsec = kSleepNs};
    for (int i = 0; i < 3; ++i) ::nanosleep(&sleep, nullptr);
    return 0;
  });
  const auto slept = facts_of(report.observed, SYS_clock_nanosleep);
  EXPECT_EQ(slept.calls, 3U);
  EXPECT_EQ(slept.timed, 3U);
  EXPECT_GE(slept.wall_ns, 3U * kSleepNs);
  ASSERT_TRUE(slept.cpu_ns.has_value());
  EXPECT_LT(*slept.cpu_ns, slept.wall_ns / 2) << "it slept, and used no CPU then";
}

TEST_P(ObserveBy, CallsWithoutANameAreCountedByNumber) {
  const auto report = observe([] {
    call(4'000, 3);
    call(451'000, 2);
    return 0;
  });
  EXPECT_EQ(facts_of(report.observed, 4'000).calls, 3U);
  EXPECT_EQ(facts_of(report.observed, 4'000).errors, 3U);
  EXPECT_EQ(facts_of(report.observed, 451'000).calls, 2U);
}

int execute_by_vfork(int times) {
  for (int i = 0; i < times; ++i) {
    const pid_t pid = ::vfork();
    if (pid == 0) {
      ::execl("/bin/true", "true", nullptr);
      ::_exit(127);
    }
    ::waitpid(pid, nullptr, 0);
  }
  return 0;
}

TEST_P(ObserveBy, FollowsVforkAndExecAndTellsTheProcessesApart) {
  const auto report = observe([] { return execute_by_vfork(10); }, {.per = Per::kProcess});
  EXPECT_EQ(calls_of(report, SYS_vfork), 10U);
  EXPECT_EQ(calls_of(report, SYS_wait4), 10U);
  EXPECT_EQ(calls_of(report, SYS_execve), 10U);
  ASSERT_EQ(report.observed.tally.size(), 11U);
  for (const auto& [owner, calls] : report.observed.tally) {
    const auto forks = calls.find({.number = SYS_vfork});
    const auto executed = calls.find({.number = SYS_execve});
    if (forks != calls.end()) {
      EXPECT_EQ(forks->second.calls, 10U);
      EXPECT_EQ(executed, calls.end());
    } else {
      EXPECT_EQ(owner.comm, "true");
      ASSERT_NE(executed, calls.end());
      EXPECT_EQ(executed->second.calls, 1U);
    }
  }
}

TEST_P(ObserveBy, TellsThreadsApart) {
  const auto report = observe(
      [] {
        in_threads<3>([](void*) -> void* {
          call(SYS_getuid, 50);
          return nullptr;
        });
        call(SYS_getuid, 7);
        return 0;
      },
      {.per = Per::kThread});
  std::multiset<std::uint64_t> counts;
  for (const auto& [owner, calls] : report.observed.tally)
    if (const auto found = calls.find({.number = SYS_getuid}); found != calls.end())
      counts.insert(found->second.calls);
  EXPECT_EQ(counts, (std::multiset<std::uint64_t>{7, 50, 50, 50}));
}

TEST_P(ObserveBy, PutsTasksOfOneNameTogether) {
  const auto report = observe(
      [] {
        for (int child = 0; child < 2; ++child) {
          if (::fork() != 0) continue;
          execute_by_vfork(1);
          ::_exit(0);
        }
        wait_for_all();
        return 0;
      },
      {.per = Per::kComm});
  const auto found = report.observed.tally.find({.id = 0, .comm = "true"});
  ASSERT_NE(found, report.observed.tally.end());
  EXPECT_EQ(found->second.at({.number = SYS_exit_group}).calls, 2U);
}

TEST_P(ObserveBy, AThreadThatExecutesKeepsItsProcess) {
  const auto report = observe(
      [] {
        in_threads<1>([](void*) -> void* {
          ::execl("/bin/true", "true", nullptr);
          return nullptr;
        });
        return 1;
      },
      {.per = Per::kProcess});
  EXPECT_TRUE(WIFEXITED(report.observed.status) && WEXITSTATUS(report.observed.status) == 0);
  EXPECT_EQ(calls_of(report, SYS_execve), 1U);
  ASSERT_EQ(report.observed.tally.size(), 1U);
  EXPECT_EQ(report.observed.tally.begin()->first.comm, "true");
}

TEST_P(ObserveBy, AKilledProcessKeepsWhatWasCounted) {
  const auto report = observe([] {
    call(SYS_getuid, 7);
    ::kill(::getpid(), SIGKILL);
    return 0;
  });
  EXPECT_TRUE(WIFSIGNALED(report.observed.status) && WTERMSIG(report.observed.status) == SIGKILL);
  EXPECT_EQ(calls_of(report, SYS_getuid), 7U);
  EXPECT_EQ(calls_of(report, SYS_kill), 1U);
}

TEST_P(ObserveBy, AnInterruptedCallThatGoesOnIsNoError) {
  const auto report = observe([] {
    struct sigaction action{};
    action.sa_handler = [](int) {};
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGUSR1, &action, nullptr);
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return 1;
    const pid_t reader = ::getpid();
    if (::fork() == 0) {
      ::usleep(20'000);
      ::kill(reader, SIGUSR1);
      ::usleep(20'000);
      ::_exit(::write(ends[1], "x", 1) == 1 ? 0 : 1);
    }
    char byte = 0;
    if (::read(ends[0], &byte, 1) != 1) return 2;
    wait_for_all();
    return 0;
  });
  EXPECT_EQ(report.observed.status, 0);
  EXPECT_EQ(facts_of(report.observed, SYS_read).errors, 0U);
}

TEST_P(ObserveBy, FollowsProcessesThatOutliveTheFirst) {
  const auto report = observe([] {
    const pid_t first = ::getpid();
    if (::fork() == 0) {
      while (::getppid() == first) ::usleep(1000);
      call(SYS_getuid, 70);
      ::_exit(0);
    }
    return 3;
  });
  EXPECT_EQ(WEXITSTATUS(report.observed.status), 3);
  EXPECT_EQ(calls_of(report, SYS_getuid), 70U);
}

TEST_P(ObserveBy, CountsNothingOfItsOwn) {
  const auto report = observe([] { return 0; });
  for (const long number : {SYS_kill, SYS_prctl, SYS_getppid, SYS_ptrace, SYS_read, SYS_seccomp})
    EXPECT_EQ(calls_of(report, number), 0U) << number;
  EXPECT_EQ(calls_of(report, SYS_exit_group), 1U);
}

TEST_P(ObserveBy, ARunningProcessIsCountedUntilTheCallerHasEnough) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const auto forever = [](void*) -> void* {
      for (;;) ::usleep(1000);
      return nullptr;
    };
    pthread_t thread;
    ::pthread_create(&thread, nullptr, forever, nullptr);
    forever(nullptr);
  }
  std::uint64_t seen = 0;
  Request request{
      .backend = GetParam(),
      .process = child,
      .often = [&] { return seen > 20 ? syscalls::Going::kEnd : syscalls::Going::kOn; },
      .on_summary =
          [&](const Observed& observed) { seen = facts_of(observed, SYS_clock_nanosleep).calls; },
      .every = std::chrono::milliseconds(1)};
  request.watch.per = Per::kThread;
  if (GetParam() == Backend::kBpf && why_no_bpf()) request.backend.reset();
  const auto report = [&] {
    auto result = tracing::observe(request);
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::move(*result) : Report{};
  }();
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "it lived until then";
  EXPECT_GE(calls_of(report, SYS_clock_nanosleep), 20U);
  EXPECT_EQ(report.observed.tally.size(), 2U) << "both of its threads";
}

#if defined(__x86_64__)
long call_of_32_bit(long number) {
  long result = 0;
  asm volatile("int $0x80" : "=a"(result) : "a"(number) : "memory", "r8", "r9", "r10", "r11");
  return result;
}

TEST_P(ObserveBy, CallsOfThe32BitTableAreToldApartIn64BitPrograms) {
  constexpr long kGetgid32 = 200;
  const auto report = observe([] {
    call(SYS_getpid, 7);
    for (int i = 0; i < 5; ++i) call_of_32_bit(kGetgid32);
    return 0;
  });
  EXPECT_EQ(calls_of(report, SYS_getpid), 7U) << "what ran is kept";
  const auto& calls = report.observed.tally.at({});
  const auto compat = calls.find({.abi = Abi::kI386, .number = kGetgid32});
  if (WIFSIGNALED(report.observed.status)) {
    EXPECT_EQ(WTERMSIG(report.observed.status), SIGSEGV) << "a kernel without 32-bit calls";
    EXPECT_EQ(compat, calls.end());
    return;
  }
  ASSERT_NE(compat, calls.end());
  EXPECT_EQ(compat->second.calls, 5U);
  EXPECT_FALSE(calls.contains({.abi = Abi::kX86_64, .number = kGetgid32})) << "that is tkill";
}
#endif

/// A number that a traced child and the test share.
class SharedPid {
 public:
  SharedPid()
      : at_(static_cast<volatile pid_t*>(::mmap(nullptr, sizeof(pid_t), PROT_READ | PROT_WRITE,
                                                MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  ~SharedPid() { ::munmap(const_cast<pid_t*>(at_), sizeof(pid_t)); }
  SharedPid(const SharedPid&) = delete;
  SharedPid& operator=(const SharedPid&) = delete;
  volatile pid_t& value() const { return *at_; }

 private:
  volatile pid_t* at_;
};

constexpr int kNoNamespaces = 77;

/// The first process of a PID namespace, which does `inside`; its number out here goes to `seen`.
int first_of_a_namespace(const SharedPid& seen, int (*inside)()) {
  if (::unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) return kNoNamespaces;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(::getpid() == 1 ? inside() : 99);
  seen.value() = child;
  int status = 0;
  ::waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

TEST_P(ObserveBy, ProcessesOfANamespaceAreToldByTheirNumbersOutHere) {
  const SharedPid seen;
  const auto report = observe(
      [&] {
        return first_of_a_namespace(seen, [] {
          call(SYS_getuid, 7);
          return 3;
        });
      },
      {.per = Per::kProcess});
  if (WEXITSTATUS(report.observed.status) == kNoNamespaces) {
    EXPECT_EQ(calls_of(report, SYS_unshare), 1U) << "it was refused, and counted all the same";
    return;
  }
  EXPECT_EQ(WEXITSTATUS(report.observed.status), 3);
  bool found = false;
  for (const auto& [owner, calls] : report.observed.tally)
    if (const auto row = calls.find({.number = SYS_getuid}); row != calls.end()) {
      found = true;
      EXPECT_EQ(owner.id, static_cast<std::uint32_t>(seen.value()));
      EXPECT_EQ(row->second.calls, 7U);
    }
  EXPECT_TRUE(found);
}

int sleep_for_ever() {
  for (;;) ::usleep(1000);
}

TEST_P(ObserveBy, ARunningProcessOfAnotherNamespaceIsCountedByItsNumberOutHere) {
  const SharedPid seen;
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::_exit(first_of_a_namespace(seen, sleep_for_ever));
  }
  int status = 0;
  while (seen.value() == 0 && ::waitpid(child, &status, WNOHANG) == 0) ::usleep(1000);
  if (seen.value() == 0) {
    EXPECT_EQ(WEXITSTATUS(status), kNoNamespaces);
    return;
  }
  std::uint64_t counted = 0;
  Request request{
      .watch = {.per = Per::kProcess},
      .backend = GetParam(),
      .process = seen.value(),
      .often = [&] { return counted > 5 ? syscalls::Going::kEnd : syscalls::Going::kOn; },
      .on_summary =
          [&](const Observed& observed) {
            counted = facts_of(observed, SYS_clock_nanosleep).calls;
          },
      .every = std::chrono::milliseconds(1)};
  if (GetParam() == Backend::kBpf && why_no_bpf()) request.backend.reset();
  const auto report = tracing::observe(request);
  ::kill(seen.value(), SIGKILL);
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->observed.tally.size(), 1U);
  EXPECT_EQ(report->observed.tally.begin()->first.id, static_cast<std::uint32_t>(seen.value()));
}

/// Walks `folder` as find(1) does; a number of calls that does not depend on time.
int walk(const char* folder) {
  const int fd = ::open(folder, O_RDONLY | O_DIRECTORY);
  if (fd < 0) return 1;
  std::array<char, 4096> entries;
  while (::syscall(SYS_getdents64, fd, entries.data(), entries.size()) > 0) {
  }
  struct stat status{};
  for (int i = 0; i < 20; ++i) ::fstatat(fd, "no-such-entry", &status, 0);
  for (int i = 0; i < 30; ++i) ::fcntl(fd, F_GETFD);
  return ::close(fd);
}

TEST(Observe, BothBackEndsGiveTheSameTableOfAWalk) {
  const auto body = [] {
    for (int i = 0; i < 40; ++i)
      if (walk("/") != 0) return 1;
    return 0;
  };
  const Watch watch{.timing = syscalls::Timing::kNone, .errors = syscalls::ErrorDetail::kByErrno};
  const auto traced = observe({.watch = watch, .backend = Backend::kPtrace, .body = body});
  const auto counted = observe({.watch = watch, .body = body});
  ASSERT_TRUE(traced) << traced.error().message;
  ASSERT_TRUE(counted) << counted.error().message;
  EXPECT_EQ(facts_of(traced->observed, SYS_fcntl).calls, 1200U);
  EXPECT_EQ(facts_of(traced->observed, SYS_newfstatat).by_errno,
            (std::map<int, std::uint64_t>{{ENOENT, 800}}));
  EXPECT_EQ(facts_of(traced->observed, SYS_openat).calls, 40U);
  EXPECT_EQ(counted->observed.tally, traced->observed.tally);
}

INSTANTIATE_TEST_SUITE_P(Backends, ObserveBy, ::testing::Values(Backend::kBpf, Backend::kPtrace),
                         [](const auto& backend) {
                           return backend.param == Backend::kBpf ? "Bpf" : "Ptrace";
                         });

TEST(Observe, SaysWhyItIsNotBpf) {
  const auto missing = why_no_bpf();
  const auto report = observe({.watch = kCounts, .body = [] { return 0; }});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->backend, missing ? Backend::kPtrace : Backend::kBpf);
  EXPECT_EQ(report->why_not_bpf, missing.value_or(""));
}

TEST(Observe, RefusesWithTheReasonWhatWasAskedForByName) {
  // Without privileges there is no BPF, whoever runs this.
  const auto report = observe({.backend = Backend::kPtrace, .body = [] {
                                 if (::setresuid(65534, 65534, 65534) != 0) return 3;
                                 const auto missing = why_no_bpf();
                                 if (!missing) return 1;
                                 return missing->find("CAP_BPF") != std::string::npos ? 0 : 2;
                               }});
  ASSERT_TRUE(report) << report.error().message;
  const int unprivileged = ::geteuid() == 0 ? 0 : 3;
  EXPECT_EQ(WEXITSTATUS(report->observed.status), unprivileged);
}

TEST(Observe, CountsAloneLeaveErrorsUnknownUnderPtraceAndNotZero) {
  const auto body = [] { return chdir_in_vain(1, 2); };
  const auto counts = observe({.watch = kCounts, .backend = Backend::kPtrace, .body = body});
  ASSERT_TRUE(counts) << counts.error().message;
  const auto chdir = facts_of(counts->observed, SYS_chdir);
  EXPECT_EQ(chdir.calls, 3U);
  EXPECT_EQ(chdir.timed, 0U);
  EXPECT_TRUE(!chdir.errors || *chdir.errors == 2U) << "known or not, but never wrong";
}

TEST(Observe, SaysWhatCountingCosts) {
  for (const auto backend : {Backend::kBpf, Backend::kPtrace}) {
    if (backend == Backend::kBpf && why_no_bpf()) continue;
    const auto report = observe({.watch = kCounts, .backend = backend, .body = [] { return 0; }});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_GT(report->cost.plain_ns, 0);
    EXPECT_GT(report->cost.counted_ns, 0);
  }
}

TEST(Observe, AProcessThatIsNotThereIsNamed) {
  for (const auto backend : {Backend::kBpf, Backend::kPtrace}) {
    if (backend == Backend::kBpf && why_no_bpf()) continue;
    const auto report = observe({.backend = backend, .process = 0x7ffffffe});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::kInput);
    EXPECT_NE(report.error().message.find("2147483646"), std::string::npos);
  }
}

}  // namespace
}  // namespace kab::tracing
