#include "checks/unix_peer_lifecycle.h"

#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "checks/simulated.h"

namespace kab::checks {
namespace {

using Lines = std::vector<std::string>;

/// A kernel whose log holds `lines` from the second look on.
KernelWatch saying(const Lines& lines) {
  return {.watching = true,
          .new_lines = [lines, looks = 0]() mutable { return looks++ == 0 ? Lines{} : lines; }};
}

Conditions rounds(std::uint64_t count) {
  auto conditions = few_rounds(count);
  conditions.patience_ns = 20'000'000'000;
  return conditions;
}

TEST(UnixPeerLifecycle, HoldsOnThisKernel) {
  auto kernel = saying({"perf: interrupt took too long"});
  const auto finding = check_unix_peer_lifecycle(kernel_sockets(), kernel, rounds(15));
  EXPECT_EQ(finding.outcome, Outcome::kPassed);
  EXPECT_EQ(finding.evidence, Lines{});
  EXPECT_EQ(number_in(finding, "lives step by step"), 105);
  EXPECT_EQ(number_in(finding, "peers replaced"), 15);
  EXPECT_EQ(number_in(finding, "polls"), 30);
}

TEST(UnixPeerLifecycle, FailsWhenTheKernelReportsAFault) {
  auto kernel = saying({"BUG: KASAN: slab-use-after-free in remove_wait_queue+0x2c/0x90"});
  const auto finding = check_unix_peer_lifecycle(kernel_sockets(), kernel, rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, "the kernel says: BUG: KASAN"));
}

TEST(UnixPeerLifecycle, FailsWhenAWaiterIsNotTold) {
  auto calls = kernel_sockets();
  calls.wait = [](int, int) { return 0; };
  auto kernel = saying({});
  auto conditions = rounds(1);
  conditions.patience_ns = 20'000'000;
  const auto finding = check_unix_peer_lifecycle(calls, kernel, conditions);
  EXPECT_EQ(finding.outcome, Outcome::kFailed);
  EXPECT_TRUE(mentions(finding, "epoll did not tell"));
}

TEST(UnixPeerLifecycle, SaysWhenItCannotWatchTheKernelsLog) {
  auto kernel = saying({});
  kernel.watching = false;
  const auto finding = check_unix_peer_lifecycle(kernel_sockets(), kernel, rounds(1));
  EXPECT_EQ(finding.outcome, Outcome::kPassed);
  EXPECT_TRUE(mentions(finding, "/dev/kmsg"));
}

TEST(UnixPeerLifecycle, LeavesNoDescriptorOpen) {
  const auto open_descriptors = [] {
    const std::filesystem::directory_iterator folder("/proc/self/fd");
    return std::distance(begin(folder), end(folder));
  };
  const auto before = open_descriptors();
  auto kernel = saying({});
  check_unix_peer_lifecycle(kernel_sockets(), kernel, rounds(10));
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace kab::checks
