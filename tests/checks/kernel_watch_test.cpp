#include "checks/kernel_watch.h"

#include <gtest/gtest.h>

namespace kab::checks {
namespace {

TEST(KernelWatch, KnowsTheKernelsOwnFaults) {
  for (const auto* const line :
       {"BUG: KASAN: slab-use-after-free in remove_wait_queue+0x2c/0x90",
        "WARNING: CPU: 1 PID: 77 at net/unix/af_unix.c:512 unix_sock_destructor+0x31/0x120",
        "general protection fault, probably for non-canonical address 0xdead000000000110",
        "refcount_t: underflow; use-after-free.",
        "watchdog: BUG: soft lockup - CPU#0 stuck for 26s!",
        "INFO: task kab-worker:431 blocked for more than 120 seconds.",
        "list_del corruption. prev->next should be ffff888100a1b2c8"})
    EXPECT_TRUE(is_fault(line)) << line;
}

TEST(KernelWatch, PassesOverWhatIsNoFault) {
  for (const auto* const line :
       {"",
        "perf: interrupt took too long (2503 > 2500), lowering kernel.perf_event_max_sample_rate",
        "hrtimer: interrupt took 1234567 ns", "TCP: request_sock_TCP: Possible SYN flooding"})
    EXPECT_FALSE(is_fault(line)) << line;
}

TEST(KernelWatch, StartsWithNothingToSay) {
  auto watch = watch_kernel();
  EXPECT_LE(watch.new_lines().size(), 20U);
}

}  // namespace
}  // namespace kab::checks
