#include "syscalls/waiting_child.h"

#include <cerrno>
#include <csignal>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kab::syscalls {
namespace {

/// Stops itself at once; whoever counts goes on with it. kill() is one call, raise() would be more.
[[noreturn]] void live(const Body& body, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  ::kill(::getpid(), SIGSTOP);
  ::_exit(body());
}

}  // namespace

pid_t wait_for(pid_t pid, int& status, int options) {
  for (;;) {
    const pid_t got = ::waitpid(pid, &status, options);
    if (got >= 0 || errno != EINTR) return got;
  }
}

Result<pid_t> start_waiting(const Body& body) {
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return fail_unavailable("fork: " + errno_text(errno));
  if (child == 0) live(body, parent);
  int status = 0;
  wait_for(child, status, WUNTRACED);
  if (!WIFSTOPPED(status)) return fail_unavailable("the child to trace ended before it began");
  return child;
}

}  // namespace kab::syscalls
