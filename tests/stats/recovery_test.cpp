#include "stats/recovery.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"

namespace kab::stats {
namespace {

const std::vector<double> kLost = {.50, .55, .47, .61, .52, .58, .49};
const std::vector<double> kBy = {.20, .31, .18, .29, .22, .35, .17};

// All 28 Walsh averages of by - ratio × lost listed in Python, the roots of their third smallest,
// median and third largest found by scipy.optimize.brentq.
TEST(PairedChangeRatio, IsWhereTheSignedRankTestOfTheContrastTurns) {
  const auto ratio = paired_change_ratio(kLost, kBy, 0.95).value();
  EXPECT_NEAR(ratio.estimate, 0.456221198156682, 1e-12);
  EXPECT_NEAR(ratio.interval->low, 0.373737373737372, 1e-12);
  EXPECT_NEAR(ratio.interval->high, 0.563636363636364, 1e-12);
}

TEST(PairedChangeRatio, IsTheSameForChangesOfTheOtherSign) {
  auto lost = kLost;
  auto by = kBy;
  for (double& x : lost) x = -x;
  for (double& x : by) x = -x;
  const auto ratio = paired_change_ratio(lost, by, 0.95).value();
  EXPECT_NEAR(ratio.estimate, 0.456221198156682, 1e-12);
  EXPECT_NEAR(ratio.interval->low, 0.373737373737372, 1e-12);
}

TEST(PairedChangeRatio, IsNothingForALossThatMayBeNone) {
  EXPECT_FALSE(paired_change_ratio(std::vector<double>{-1, 1, -2, 2, 3, -3, 0.5}, kBy, 0.95));
  EXPECT_FALSE(paired_change_ratio({}, {}, 0.95));
}

// Fieller's quadratic solved by brentq on its definition, t from scipy.stats.
TEST(UnpairedChangeRatio, IsFiellersInterval) {
  const std::vector<double> base = {0.0, 0.1, -0.1, 0.05};
  const std::vector<double> lost = {0.5, 0.6, 0.45, 0.55};
  const std::vector<double> by = {0.2, 0.3, 0.25, 0.1};
  const auto ratio = unpaired_change_ratio(base, lost, by, 0.95).value();
  EXPECT_NEAR(ratio.estimate, 0.390243902439024, 1e-12);
  EXPECT_NEAR(ratio.interval->low, 0.111898111154476, 1e-9);
  EXPECT_NEAR(ratio.interval->high, 0.632792344297937, 1e-9);
}

TEST(UnpairedChangeRatio, IsNothingWithoutVarianceOrAClearLoss) {
  const std::vector<double> constant = {1, 1, 1};
  EXPECT_FALSE(unpaired_change_ratio(constant, std::vector<double>{2, 2, 2}, constant, 0.95));
  const std::vector<double> wide = {0, 1, 2, 3};
  EXPECT_FALSE(unpaired_change_ratio(wide, std::vector<double>{0.5, 1, 2, 3}, wide, 0.95));
  EXPECT_FALSE(unpaired_change_ratio({}, wide, wide, 0.95));
}

double heavy_tailed(Random& random) {
  return random.below(10) == 0 ? 0.05 * random.normal() : 0.01 * random.normal();
}

// 5 % and three standard errors of the simulation.
TEST(ChangeRatio, MissesTheTruthAtMostFiveTimesInAHundred) {
  constexpr int kTrials = 1000;
  constexpr std::size_t kBlocks = 20;
  constexpr double kLoss = 0.08;
  constexpr double kLeft = 0.05;
  Random random(77);
  int paired_missed = 0;
  int unpaired_missed = 0;
  for (int i = 0; i < kTrials; ++i) {
    std::vector<double> base;
    std::vector<double> lost;
    std::vector<double> by;
    std::vector<double> lost_ratio;
    std::vector<double> by_ratio;
    for (std::size_t block = 0; block < kBlocks; ++block) {
      base.push_back(heavy_tailed(random));
      lost.push_back(kLoss + heavy_tailed(random));
      by.push_back(kLeft + heavy_tailed(random));
      lost_ratio.push_back(lost.back() - base.back());
      by_ratio.push_back(by.back() - base.back());
    }
    const auto misses = [](const std::optional<ChangeRatio>& found) {
      constexpr double kTrue = kLeft / kLoss;
      return found && found->interval &&
             (found->interval->low > kTrue || found->interval->high < kTrue);
    };
    paired_missed += misses(paired_change_ratio(lost_ratio, by_ratio, 0.95)) ? 1 : 0;
    unpaired_missed += misses(unpaired_change_ratio(base, lost, by, 0.95)) ? 1 : 0;
  }
  const double most = 0.05 * kTrials + 3 * std::sqrt(0.05 * 0.95 * kTrials);
  EXPECT_LE(paired_missed, most);
  EXPECT_LE(unpaired_missed, most);
}

}  // namespace
}  // namespace kab::stats
