#include "workloads/reaper.h"

#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"

namespace kab::workloads {
namespace {

/// The caller's end and its destructor's word are the same signal.
constexpr int kWord = SIGTERM;

sigset_t only_the_word() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, kWord);
  return set;
}

void wait_for_the_word(pid_t parent) {
  const sigset_t set = only_the_word();
  ::prctl(PR_SET_PDEATHSIG, kWord);
  // The parent may be gone before prctl() was there to tell.
  if (::getppid() != parent) return;
  while (::sigwaitinfo(&set, nullptr) < 0 && errno == EINTR) continue;
}

/// Until the other process has closed its copy of the writing end, or is gone.
void wait_for_end_of(const Fd& reader) {
  char none = 0;
  while (::read(reader.get(), &none, 1) < 0 && errno == EINTR) continue;
}

}  // namespace

Result<Reaper> Reaper::start(std::move_only_function<void()> clean_up) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return fail_unavailable("cannot start who cleans up: pipe2: " + errno_text(errno));
  const Fd ready(ends[0]);
  Fd not_yet(ends[1]);
  const pid_t parent = ::getpid();
  const sigset_t set = only_the_word();
  sigset_t before;
  ::pthread_sigmask(SIG_BLOCK, &set, &before);
  const pid_t pid = ::fork();
  const int why_not = errno;
  if (pid == 0) {
    ::setsid();
    ::close_range(0, ~0U, 0);
    wait_for_the_word(parent);
    clean_up();
    ::_exit(0);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return fail_unavailable("cannot start who cleans up: fork: " + errno_text(why_not));
  // Before it is out of this process's group it would be killed with it.
  not_yet.reset();
  wait_for_end_of(ready);
  return Reaper(pid);
}

Reaper::Reaper(Reaper&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}

Reaper::~Reaper() {
  if (pid_ < 0) return;
  ::kill(pid_, kWord);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

}  // namespace kab::workloads
