#include "workloads/signals.h"

#include <cerrno>

#include <sys/time.h>

namespace kab::workloads {
namespace {

constexpr suseconds_t kIntervalUs = 10'000;

void set_interval(suseconds_t interval_us) {
  itimerval timer{};
  timer.it_interval.tv_usec = interval_us;
  timer.it_value.tv_usec = interval_us;
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

extern "C" void on_child(int) {
  const int saved = errno;
  set_interval(kIntervalUs);
  errno = saved;
}

extern "C" void on_alarm(int) {}

struct sigaction action_of(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_NOCLDSTOP;  // and no SA_RESTART: interrupting is the purpose
  return action;
}

}  // namespace

PartnerSignals::PartnerSignals() {
  const struct sigaction child = action_of(&on_child);
  const struct sigaction alarm = action_of(&on_alarm);
  const struct sigaction ignored = action_of(SIG_IGN);
  ::sigaction(SIGCHLD, &child, &old_child_);
  ::sigaction(SIGALRM, &alarm, &old_alarm_);
  ::sigaction(SIGPIPE, &ignored, &old_pipe_);
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGCHLD);
  sigaddset(&wanted, SIGALRM);
  ::pthread_sigmask(SIG_UNBLOCK, &wanted, &old_mask_);
}

PartnerSignals::~PartnerSignals() {
  ::sigaction(SIGCHLD, &old_child_, nullptr);
  quiet();
  ::sigaction(SIGALRM, &old_alarm_, nullptr);
  ::sigaction(SIGPIPE, &old_pipe_, nullptr);
  ::pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

void PartnerSignals::quiet() { set_interval(0); }

void forget_partner_signals() {
  std::signal(SIGCHLD, SIG_DFL);
  std::signal(SIGALRM, SIG_DFL);
}

}  // namespace kab::workloads
