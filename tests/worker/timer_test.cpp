#include "worker/timer.h"

#include <gtest/gtest.h>

namespace kab::worker {
namespace {

TEST(Timer, NeverGoesBack) {
  std::int64_t before = now_ns();
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t now = now_ns();
    ASSERT_GE(now, before);
    before = now;
  }
}

TEST(Timer, FactsArePositiveAndFinite) {
  const TimerFacts facts = measure_timer();
  for (const double ns : {facts.resolution_ns, facts.cost_ns, facts.empty_loop_ns}) {
    EXPECT_GT(ns, 0);
    EXPECT_LT(ns, 1e9);
  }
}

}  // namespace
}  // namespace kab::worker
