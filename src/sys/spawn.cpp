#include "sys/spawn.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "sys/affinity.h"
#include "sys/exec_failure.h"

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

namespace kab::sys {
namespace {

constexpr std::size_t kStackBytes = 64U << 10;
constexpr std::size_t kBitsPerWord = sizeof(unsigned long) * CHAR_BIT;

enum class Step { kNone, kAffinity, kStreams, kExecute };

/// All that the child needs, made before it exists: it shares our memory and may not allocate.
struct Attempt {
  const char* program;
  char* const* argv;
  char* const* environment;
  const unsigned long* cpu_mask;
  std::size_t cpu_mask_bytes;
  int streams[3];
  std::span<const int> keep_open;
  pid_t parent;
  Step failed_step = Step::kNone;
  int error_number = 0;
};

/// Our handlers must not run in the child, where they would write to our memory; and a SIGPIPE
/// that kab ignores is the child's to die of.
void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action;
    if (::sigaction(signal, nullptr, &action) != 0) continue;
    if (action.sa_handler == SIG_DFL) continue;
    if (action.sa_handler == SIG_IGN && signal != SIGPIPE) continue;
    action.sa_handler = SIG_DFL;
    action.sa_flags = 0;
    ::sigaction(signal, &action, nullptr);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool set_affinity(const Attempt& attempt) {
  return attempt.cpu_mask_bytes == 0 ||
         ::syscall(SYS_sched_setaffinity, 0, attempt.cpu_mask_bytes, attempt.cpu_mask) >= 0;
}

bool connect_streams(const Attempt& attempt) {
  for (int i = 0; i < 3; ++i)
    if (::dup2(attempt.streams[i], i) < 0) return false;
  // Whatever kab itself inherited stays here too. Not known before Linux 5.11: then only what is
  // close-on-exec already, which is all that kab opens.
  ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
  // The table of descriptors is the child's own, so this shows nowhere else.
  return std::ranges::all_of(attempt.keep_open,
                             [](int fd) { return ::fcntl(fd, F_SETFD, 0) == 0; });
}

/// The child's life until its program runs. Only async-signal-safe calls; our stack frames below
/// are not its own, so AddressSanitizer must not tidy them up at _exit.
__attribute__((no_sanitize("address"))) int child_main(void* argument) {
  auto& attempt = *static_cast<Attempt*>(argument);
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != attempt.parent) ::_exit(127);  // kab died before the line above
  reset_signals();
  if (!set_affinity(attempt)) {
    attempt.failed_step = Step::kAffinity;
  } else if (!connect_streams(attempt)) {
    attempt.failed_step = Step::kStreams;
  } else {
    ::execve(attempt.program, attempt.argv, attempt.environment);
    attempt.failed_step = Step::kExecute;
  }
  attempt.error_number = errno;
  ::_exit(127);
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<unsigned long> mask_of(const std::vector<int>& cpus) {
  if (cpus.empty()) return {};
  const auto highest = static_cast<std::size_t>(*std::max_element(cpus.begin(), cpus.end()));
  std::vector<unsigned long> mask(highest / kBitsPerWord + 1);
  for (const int cpu : cpus) {
    const auto bit = static_cast<std::size_t>(cpu);
    mask[bit / kBitsPerWord] |= 1UL << (bit % kBitsPerWord);
  }
  return mask;
}

Error failure_of(const Launch& launch, const Attempt& attempt) {
  const std::string reason = errno_text(attempt.error_number);
  switch (attempt.failed_step) {
    case Step::kExecute:
      return exec_failure(launch.program, attempt.error_number);
    case Step::kAffinity:
      return {ErrorKind::kUnavailable, "cannot run " + launch.program + " on CPU " +
                                           cpu_list_text(launch.cpus) + ": " + reason +
                                           "; this process may not use it, or it is offline"};
    case Step::kStreams:
    case Step::kNone:
      break;
  }
  return {ErrorKind::kUnavailable, "cannot start " + launch.program + ": " + reason};
}

/// clone(2) as vfork, on a stack of its own, with every signal held back until the child has shed
/// our handlers. The pid, or -1 with errno.
pid_t start(Attempt& attempt, int& pidfd) {
  const auto stack = std::make_unique_for_overwrite<std::byte[]>(kStackBytes);
  const auto top =
      reinterpret_cast<std::uintptr_t>(stack.get() + kStackBytes) & ~std::uintptr_t{63};
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::clone(child_main, reinterpret_cast<void*>(top),
                            CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &attempt, &pidfd);
  const int saved = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = saved;
  return pid;
}

}  // namespace

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), pidfd_(std::move(other.pidfd_)) {}

Child::~Child() {
  if (pid_ < 0) return;
  signal_group(SIGKILL);
  reap();
}

void Child::signal_group(int signal) const {
  if (pid_ > 0) ::kill(-pid_, signal);
}

Child::End Child::reap() {
  End end;
  while (::wait4(pid_, &end.status, 0, &end.usage) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return end;
}

Result<Child> launch(const Launch& launch) {
  auto argv = launch.argv;
  auto environment = launch.environment;
  const auto argv_pointers = pointers_to(argv);
  const auto environment_pointers = pointers_to(environment);
  const auto mask = mask_of(launch.cpus);
  Attempt attempt{.program = launch.program.c_str(),
                  .argv = argv_pointers.data(),
                  .environment = environment_pointers.data(),
                  .cpu_mask = mask.data(),
                  .cpu_mask_bytes = mask.size() * sizeof(unsigned long),
                  .streams = {launch.standard_input, launch.standard_output, launch.standard_error},
                  .keep_open = launch.keep_open,
                  .parent = ::getpid()};
  int pidfd = -1;
  const pid_t pid = start(attempt, pidfd);
  if (pid < 0)
    return fail_unavailable("cannot start " + launch.program + ": " + errno_text(errno) +
                            (errno == EAGAIN ? "; too many processes (ulimit -u, pids.max)" : ""));
  Child child(pid, Fd(pidfd));
  if (attempt.failed_step != Step::kNone) return std::unexpected(failure_of(launch, attempt));
  return child;
}

}  // namespace kab::sys
