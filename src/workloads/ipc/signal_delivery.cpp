// signal-delivery: a process that sends a signal to itself and handles it: the way into a handler
// and back by sigreturn.
#include <cerrno>
#include <csignal>
#include <string>
#include <utility>

#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

extern "C" void on_signal(int, siginfo_t*, void*) {}

/// SIGUSR1 goes to a handler that does nothing, while it lives.
class Handler {
 public:
  Handler() {
    struct sigaction action = {};
    action.sa_sigaction = &on_signal;
    action.sa_flags = SA_SIGINFO;  // so that i386 also returns by rt_sigreturn()
    ::sigaction(SIGUSR1, &action, &old_action_);
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGUSR1);
    ::pthread_sigmask(SIG_UNBLOCK, &wanted, &old_mask_);
  }
  ~Handler() {
    ::pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
    ::sigaction(SIGUSR1, &old_action_, nullptr);
  }
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;

 private:
  struct sigaction old_action_ = {};
  sigset_t old_mask_ = {};
};

/// Sends n signals in the way that `by` names.
bool send(std::uint64_t n, const std::string& by) {
  const pid_t self = ::getpid();
  if (by == "kill") return repeat(n, [self] { return ::kill(self, SIGUSR1) == 0; });
  if (by == "tgkill")
    return repeat(n, [self] { return ::syscall(SYS_tgkill, self, self, SIGUSR1) == 0; });
  siginfo_t content = {};
  content.si_code = SI_QUEUE;
  content.si_pid = self;
  content.si_uid = ::getuid();
  return repeat(
      n, [self, &content] { return ::syscall(SYS_rt_sigqueueinfo, self, SIGUSR1, &content) == 0; });
}

Result<Instance> make_signal_delivery(const ParamValues& params, std::span<const int>) {
  Instance instance;
  instance.run = [handler = std::make_unique<Handler>(),
                  by = params.text("by")](std::uint64_t n) -> Result<void> {
    if (send(n, by)) return {};
    return fail_unavailable(by + ": " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_signal_delivery() {
  return {
      .name = "signal-delivery",
      .summary = "a signal to oneself, its handler, and back",
      .operation = "one signal sent and handled",
      .params = {{.name = "by",
                  .default_value = "kill",
                  .meaning = "the call that sends it; sigqueue sends a value with it",
                  .choices = "kill|tgkill|sigqueue"}},
      .calls = [](const ParamValues& params) -> std::vector<ExpectedCall> {
        const std::string& by = params.text("by");
        return {{.name = by == "kill"     ? "kill"
                         : by == "tgkill" ? "tgkill"
                                          : "rt_sigqueueinfo",
                 .per_operation = 1},
                {.name = "rt_sigreturn", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .make = &make_signal_delivery,
  };
}

}  // namespace kab::workloads
