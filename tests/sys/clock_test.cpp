#include "sys/clock.h"

#include <gtest/gtest.h>

namespace kab::sys {
namespace {

TEST(RawClock, NeverRunsBackwards) {
  RawClock clock;
  std::int64_t before = clock.now_ns();
  EXPECT_GT(before, 0);
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t now = clock.now_ns();
    ASSERT_GE(now, before);
    before = now;
  }
}

TEST(UtcNow, IsWrittenAsRfc3339) {
  const std::string now = utc_now();
  ASSERT_EQ(now.size(), 20U);
  EXPECT_GT(now, "2024-01-01T00:00:00Z");
  EXPECT_EQ(now[10], 'T');
  EXPECT_EQ(now.back(), 'Z');
}

}  // namespace
}  // namespace kab::sys
