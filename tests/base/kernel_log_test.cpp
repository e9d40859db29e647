#include "base/kernel_log.h"

#include <gtest/gtest.h>

namespace kab {
namespace {

TEST(WorthSaying, TakesWarningsAndWorseWithoutTheirDetails) {
  EXPECT_EQ(worth_saying("4,812,5140900,-;perf: interrupt took too long\n SUBSYSTEM=x\n"),
            "perf: interrupt took too long");
  EXPECT_EQ(worth_saying("3,1,2,-;BUG: something"), "BUG: something");
  // The facility stands above the three bits of the level: 12 is facility 1, level 4.
  EXPECT_EQ(worth_saying("12,1,2,-;from user space"), "from user space");
}

TEST(WorthSaying, LeavesOutNoticesAndWhatIsNoRecord) {
  EXPECT_FALSE(worth_saying("6,812,5140900,-;eth0: link up\n"));
  EXPECT_FALSE(worth_saying("4,812,5140900,-"));
  EXPECT_FALSE(worth_saying(""));
  EXPECT_FALSE(worth_saying("x;y"));
}

TEST(KernelLog, ReportsOnlyWhatComesAfterIt) {
  KernelLog log;
  EXPECT_LE(log.new_lines().size(), 20U);
  KernelLog later;
  EXPECT_TRUE(later.new_lines().empty());
}

}  // namespace
}  // namespace kab
