#include "checks/unix_order.h"

#include <cerrno>

#include <gtest/gtest.h>

#include "checks/simulated.h"

namespace kab::checks {
namespace {

Conditions patient(std::uint64_t rounds) {
  auto conditions = few_rounds(rounds);
  conditions.patience_ns = 20'000'000'000;
  return conditions;
}

TEST(UnixOrder, HoldsOnThisKernel) {
  const auto finding = check_unix_order(kernel_sockets(), patient(2));
  EXPECT_EQ(finding.outcome, Outcome::kPassed);
  EXPECT_GT(number_in(finding, "messages received"), 0);
}

TEST(UnixOrder, FailsWhenMessagesGetLost) {
  const auto finding = check_unix_order(
      with_send(100, [](int, auto bytes, int) { return static_cast<ssize_t>(bytes.size()); }),
      patient(2));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, ": lost"));
}

TEST(UnixOrder, IsUnavailableWithoutSockets) {
  auto calls = kernel_sockets();
  calls.connect = [](int, const Address&) { return -EPERM; };
  const auto finding = check_unix_order(calls, patient(2));
  EXPECT_EQ(finding.outcome, Outcome::kUnavailable);
  EXPECT_TRUE(mentions(finding, "connect"));
}

}  // namespace
}  // namespace kab::checks
