#include "checks/unix_wakeup.h"

#include <cerrno>
#include <span>

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "checks/simulated.h"

namespace kab::checks {
namespace {

TEST(UnixWakeup, HoldsOnThisKernel) {
  auto conditions = few_rounds(2);
  conditions.patience_ns = 20'000'000'000;
  const auto finding = check_unix_wakeup(kernel_sockets(), conditions);
  EXPECT_EQ(finding.outcome, Outcome::kPassed) << finding.evidence.front();
  EXPECT_GT(number_in(finding, "messages received"), 0);
  EXPECT_GE(number_in(finding, "spurious EAGAIN after writable"), 0);
  EXPECT_TRUE(mentions(finding, "(no failure)"));
}

TEST(UnixWakeup, FailsWhenPollIsWrong) {
  auto calls = kernel_sockets();
  calls.poll = [real = calls.poll](int fd, short events, int timeout) {
    return timeout == 0 ? POLLOUT : real(fd, events, timeout);
  };
  const auto finding = check_unix_wakeup(calls, few_rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, "poll said writable"));
}

TEST(UnixWakeup, FailsWhenASleeperIsNotWoken) {
  auto calls = kernel_sockets();
  // Somebody who blocks does so for ever: until the check's own limit on sends.
  calls.send = [real = calls.send](int fd, std::span<const char> bytes, int flags) {
    if (flags != 0) return real(fd, bytes, flags);
    ::usleep(300'000);
    return ssize_t{-EAGAIN};
  };
  const auto finding = check_unix_wakeup(calls, few_rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, "still blocked in send()"));
}

}  // namespace
}  // namespace kab::checks
