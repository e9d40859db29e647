#include "tracing/calibration.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <limits>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "syscalls/waiting_child.h"

namespace kab::tracing {
namespace {

constexpr int kRounds = 5;

double now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);  // by the vDSO: no system call of its own
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

double least_ns(std::uint64_t calls) {
  double least = std::numeric_limits<double>::max();
  for (int round = 0; round < kRounds; ++round) {
    const double before = now_ns();
    for (std::uint64_t i = 0; i < calls; ++i) ::syscall(SYS_getppid);
    least = std::min(least, (now_ns() - before) / static_cast<double>(calls));
  }
  return least;
}

/// A number that parent and child share.
class Shared {
 public:
  Shared()
      : at_(::mmap(nullptr, sizeof(double), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                   0)) {}
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() {
    if (valid()) ::munmap(at_, sizeof(double));
  }
  bool valid() const { return at_ != MAP_FAILED; }
  double& value() const { return *static_cast<double*>(at_); }

 private:
  void* at_;
};

Result<void> just_wait(pid_t child) {
  int status = 0;
  ::kill(child, SIGCONT);
  syscalls::wait_for(child, status, 0);
  return {};
}

}  // namespace

Result<double> time_of_a_call(std::uint64_t calls, const Counted& counted,
                              const std::function<void()>& prepare) {
  const Shared shared;
  if (!shared.valid()) return fail_unavailable("mmap: " + errno_text(errno));
  KAB_TRY(const pid_t child, syscalls::start_waiting([&] {
            if (prepare) prepare();
            shared.value() = least_ns(calls);
            return 0;
          }));
  KAB_CHECK(counted ? counted(child) : just_wait(child));
  return shared.value();
}

}  // namespace kab::tracing
