#include "stats/spending.h"

#include <array>
#include <numeric>

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

// R 4.2: 2 * pnorm(-qnorm(1 - alpha / 2) / sqrt(t)).
TEST(SpentAlpha, AgreesWithR) {
  EXPECT_NEAR(spent_alpha(0.05, 0.5), 0.00557459668078453, 1e-15);
  EXPECT_NEAR(spent_alpha(0.05, 0.75), 0.0236251213176013, 1e-15);
  EXPECT_NEAR(spent_alpha(0.05, 1), 0.05, 1e-15);
  EXPECT_NEAR(spent_alpha(0.01, 0.25), 2.58192729723278e-07, 1e-17);
}

TEST(SpentAlpha, IsNothingBeforeTheFirstBlockAndAlphaAfterTheLast) {
  EXPECT_EQ(spent_alpha(0.05, 0), 0);
  EXPECT_EQ(spent_alpha(0, 0.5), 0);
  EXPECT_NEAR(spent_alpha(0.05, 2), 0.05, 1e-15);
  EXPECT_NEAR(spent_alpha(1, 0.5), 1, 1e-15);
}

TEST(LookAlphas, AreTheIncreasesAndAddUpToAlpha) {
  const std::array<std::uint32_t, 3> looks = {12, 18, 24};
  const auto alphas = look_alphas(0.05, looks, 24);
  ASSERT_EQ(alphas.size(), 3U);
  EXPECT_NEAR(alphas[0], 0.00557459668078453, 1e-15);
  EXPECT_NEAR(alphas[1], 0.0236251213176013 - 0.00557459668078453, 1e-15);
  EXPECT_NEAR(std::accumulate(alphas.begin(), alphas.end(), 0.0), 0.05, 1e-15);
}

TEST(LookAlphas, OfASingleLookAtTheEndAreAllOfAlpha) {
  const std::array<std::uint32_t, 1> looks = {30};
  EXPECT_NEAR(look_alphas(0.02, looks, 30).at(0), 0.02, 1e-15);
}

}  // namespace
}  // namespace kab::stats
