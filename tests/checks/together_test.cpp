#include "checks/together.h"

#include <atomic>

#include <gtest/gtest.h>

namespace kab::checks {
namespace {

TEST(Together, AllAreThereBeforeOneIsDone) {
  std::atomic<int> here = 0;
  const auto meet = [&] {
    ++here;
    while (here.load() < 3) {
    }
  };
  ASSERT_TRUE(run_together({meet, meet, meet}));
  EXPECT_EQ(here.load(), 3);
}

TEST(Together, NobodyIsNoTrouble) { EXPECT_TRUE(run_together({})); }

}  // namespace
}  // namespace kab::checks
