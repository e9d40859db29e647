#include "support/syscall_tally.h"

#include <cerrno>
#include <csignal>
#include <set>

#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kab::testing_support {
namespace {

void resume(pid_t pid, int signal) {
  ::ptrace(PTRACE_SYSCALL, pid, nullptr, reinterpret_cast<void*>(std::intptr_t{signal}));
}

[[noreturn]] void run_traced(const std::function<Result<void>()>& body) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(2);
  ::raise(SIGSTOP);
  ::_exit(body() ? 0 : 1);
}

void count_entry(pid_t pid, SyscallTally& tally) {
  __ptrace_syscall_info info{};
  const auto size = reinterpret_cast<void*>(sizeof info);
  if (::ptrace(PTRACE_GET_SYSCALL_INFO, pid, size, &info) > 0 &&
      info.op == PTRACE_SYSCALL_INFO_ENTRY)
    ++tally[info.entry.nr];
}

/// Handles one stop; returns the signal to go on with.
int handle_stop(pid_t pid, int status, std::set<pid_t>& known, SyscallTally& tally) {
  const int signal = WSTOPSIG(status);
  if (signal == (SIGTRAP | 0x80)) {
    count_entry(pid, tally);
    return 0;
  }
  if (status >> 16 != 0) return 0;                              // an event: a fork, an exec
  if (known.insert(pid).second && signal == SIGSTOP) return 0;  // the first stop of a new process
  return signal;
}

}  // namespace

Result<SyscallTally> tally_syscalls(const std::function<Result<void>()>& body) {
  const pid_t child = ::fork();
  if (child < 0) return fail_unavailable("fork: " + errno_text(errno));
  if (child == 0) run_traced(body);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFSTOPPED(status)) return fail_unavailable("ptrace: not permitted here");
  constexpr long kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                            PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, reinterpret_cast<void*>(kOptions));
  resume(child, 0);
  SyscallTally tally;
  std::set<pid_t> known = {child};
  int child_status = 0;
  for (;;) {
    const pid_t pid = ::waitpid(-1, &status, __WALL);
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0) break;
    if (!WIFSTOPPED(status)) known.erase(pid);  // the number may be another's soon
    if (WIFSTOPPED(status)) {
      resume(pid, handle_stop(pid, status, known, tally));
    } else if (pid == child) {
      child_status = status;
    }
  }
  if (!WIFEXITED(child_status) || WEXITSTATUS(child_status) != 0)
    return fail_unavailable("the traced code failed, status " + std::to_string(child_status));
  return tally;
}

}  // namespace kab::testing_support
