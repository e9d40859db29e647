#include "syscalls/ptrace_tally.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <map>
#include <optional>

#include <linux/audit.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kab::syscalls {
namespace {

constexpr int kSyscallStop = SIGTRAP | 0x80;  // PTRACE_O_TRACESYSGOOD
constexpr long kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                          PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;

// What the kernel returns inside when it will make the call again, or hands to restart_syscall();
// the program never sees it (include/linux/errno.h).
constexpr std::int64_t kFirstRestart = -516;
constexpr std::int64_t kLastRestart = -512;

long ptrace_at(__ptrace_request request, pid_t pid, std::uintptr_t address, std::uintptr_t number) {
  return ::ptrace(request, pid, reinterpret_cast<void*>(address), reinterpret_cast<void*>(number));
}

Abi abi_of(std::uint32_t audit_arch) {
  if (audit_arch == AUDIT_ARCH_X86_64) return Abi::kX86_64;
  return audit_arch == AUDIT_ARCH_I386 ? Abi::kI386 : Abi::kOther;
}

std::unexpected<Error> not_here(std::string_view what, int error_number) {
  return fail_unavailable(
      "cannot trace a child here: ptrace(" + std::string(what) + "): " + errno_text(error_number) +
      (error_number == EPERM ? "; it is traced already, or a sandbox forbids it" : ""));
}

/// Stops itself at once; whoever counts goes on with it. kill() is one call, raise() would be more.
[[noreturn]] void live(const Body& body, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  ::kill(::getpid(), SIGSTOP);
  ::_exit(body());
}

int wait_for(pid_t pid, int& status, int options) {
  for (;;) {
    const pid_t got = ::waitpid(pid, &status, options);
    if (got >= 0 || errno != EINTR) return got;
  }
}

/// One tree of processes from its first stop to its end.
class Trace {
 public:
  explicit Trace(pid_t first) : first_(first) {}

  Result<Tallied> until_end() {
    for (;;) {
      int status = 0;
      const pid_t pid = wait_for(-1, status, __WALL);
      if (pid < 0) break;
      if (WIFSTOPPED(status)) {
        on_stop(pid, status);
      } else {
        in_call_.erase(pid);
        if (pid == first_) result_.status = status;
      }
    }
    if (failure_) return not_here("PTRACE_GET_SYSCALL_INFO", *failure_);
    return std::move(result_);
  }

 private:
  void on_stop(pid_t pid, int status) {
    const int signal = WSTOPSIG(status);
    const int event = status >> 16;
    if (signal == kSyscallStop) return on_call(pid);
    if (event == PTRACE_EVENT_STOP && signal != SIGTRAP) {
      // A group stop: it stays stopped, and heeds SIGCONT, as if nobody watched.
      ptrace_at(PTRACE_LISTEN, pid, 0, 0);
      return;
    }
    if (event == PTRACE_EVENT_EXEC) on_exec(pid);
    go_on(pid, event != 0 ? 0 : signal);
  }

  void on_call(pid_t pid) {
    __ptrace_syscall_info call{};
    if (ptrace_at(PTRACE_GET_SYSCALL_INFO, pid, sizeof call,
                  reinterpret_cast<std::uintptr_t>(&call)) <= 0) {
      // ESRCH: it was killed meanwhile, and its end comes next.
      if (errno != ESRCH) failure_ = errno;
    } else if (call.op == PTRACE_SYSCALL_INFO_ENTRY) {
      const Call entered{.abi = abi_of(call.arch), .number = call.entry.nr};
      in_call_[pid] = entered;
      ++result_.tally[entered].calls;
    } else if (call.op == PTRACE_SYSCALL_INFO_EXIT) {
      on_return(pid, call.exit.is_error != 0 ? call.exit.rval : 0);
    }
    go_on(pid, 0);
  }

  void on_return(pid_t pid, std::int64_t error) {
    const auto entered = in_call_.find(pid);
    if (entered == in_call_.end()) return;
    const bool seen = error < 0 && (error < kFirstRestart || error > kLastRestart);
    if (seen) ++result_.tally[entered->second].errors;
    in_call_.erase(entered);
  }

  /// A thread that executes a program takes over the number of its process.
  void on_exec(pid_t pid) {
    unsigned long former = 0;
    ptrace_at(PTRACE_GETEVENTMSG, pid, 0, reinterpret_cast<std::uintptr_t>(&former));
    const auto entered = in_call_.find(static_cast<pid_t>(former));
    if (entered == in_call_.end() || entered->first == pid) return;
    in_call_[pid] = entered->second;
    in_call_.erase(entered);
  }

  void go_on(pid_t pid, int signal) {
    ptrace_at(PTRACE_SYSCALL, pid, 0, static_cast<std::uintptr_t>(signal));
  }

  pid_t first_;
  Tallied result_;
  std::map<pid_t, Call> in_call_;
  std::optional<int> failure_;  // an errno
};

/// Attaches to the child that has stopped itself, so that it goes on traced.
Result<void> attach(pid_t child) {
  int status = 0;
  wait_for(child, status, WUNTRACED);
  if (!WIFSTOPPED(status)) return fail_unavailable("the child to trace ended before it began");
  if (ptrace_at(PTRACE_SEIZE, child, 0, static_cast<std::uintptr_t>(kOptions)) == 0) {
    ptrace_at(PTRACE_INTERRUPT, child, 0, 0);
    ::kill(child, SIGCONT);
    return {};
  }
  const int why = errno;
  ::kill(child, SIGKILL);
  wait_for(child, status, 0);
  return not_here("PTRACE_SEIZE", why);
}

}  // namespace

Result<Tallied> PtraceTally::of(const Body& body) {
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return fail_unavailable("fork: " + errno_text(errno));
  if (child == 0) live(body, parent);
  KAB_CHECK(attach(child));
  return Trace(child).until_end();
}

}  // namespace kab::syscalls
