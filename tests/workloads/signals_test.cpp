#include "workloads/signals.h"

#include <memory>

#include <gtest/gtest.h>
#include <sys/time.h>

namespace kab::workloads {
namespace {

bool timer_runs() {
  itimerval timer{};
  ::getitimer(ITIMER_REAL, &timer);
  return timer.it_interval.tv_usec != 0;
}

bool has_handler(int signal) {
  struct sigaction action = {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler != SIG_DFL;
}

bool is_blocked(int signal) {
  sigset_t mask;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &mask);
  return sigismember(&mask, signal) == 1;
}

TEST(PartnerSignals, GoOnInterruptingAfterADeathUntilQuiet) {
  PartnerSignals signals;
  EXPECT_FALSE(timer_runs());
  ::raise(SIGCHLD);
  EXPECT_TRUE(timer_runs());
  signals.quiet();
  EXPECT_FALSE(timer_runs());
}

TEST(PartnerSignals, RestoreWhatWasThere) {
  sigset_t chld;
  sigemptyset(&chld);
  sigaddset(&chld, SIGCHLD);
  ::pthread_sigmask(SIG_BLOCK, &chld, nullptr);
  {
    const PartnerSignals signals;
    EXPECT_TRUE(has_handler(SIGCHLD));
    EXPECT_TRUE(has_handler(SIGALRM));
    EXPECT_TRUE(has_handler(SIGPIPE));
    EXPECT_FALSE(is_blocked(SIGCHLD)) << "a blocked SIGCHLD would interrupt nothing";
    ::raise(SIGCHLD);
  }
  EXPECT_TRUE(is_blocked(SIGCHLD));
  EXPECT_FALSE(has_handler(SIGCHLD));
  EXPECT_FALSE(has_handler(SIGALRM));
  EXPECT_FALSE(has_handler(SIGPIPE));
  EXPECT_FALSE(timer_runs()) << "SIGALRM has its default action again, which is to kill";
  ::pthread_sigmask(SIG_UNBLOCK, &chld, nullptr);
}

}  // namespace
}  // namespace kab::workloads
