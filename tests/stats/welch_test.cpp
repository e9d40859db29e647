#include "stats/welch.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

using Values = std::vector<double>;

const Values kIguana = {50, 200, 150, 400, 750, 400, 150};
const Values kChameleon = {150, 400, 720, 500, 930};
// Closed files per second on two kernels, from a report on a kernel mailing list.
const Values kCloseBase = {427893.13, 456267.6, 509121.02, 544289.08, 354004.06, 552310.73};
const Values kCloseNew = {193538.65, 232133.85, 276146.66, 193345.38, 209411.34, 254782.41};

// R 4.2: t.test(arm, baseline, conf.level = level).
TEST(Welch, AgreesWithR) {
  const auto result = welch(kIguana, kChameleon, 0.95).value();
  EXPECT_NEAR(result.difference, 240, 1e-12);
  EXPECT_NEAR(result.p, 0.177721841543405, 1e-13);
  EXPECT_NEAR(result.degrees_of_freedom, 7.42542832124251, 1e-12);
  EXPECT_NEAR(result.interval.low, -136.793175816864, 1e-9);
  EXPECT_NEAR(result.interval.high, 616.793175816864, 1e-9);
  EXPECT_NEAR(welch(kIguana, kChameleon, 0.8).value().interval.low, 13.2618226992259, 1e-9);
}

TEST(Welch, TakesOneSideWithoutVariance) {
  const auto result = welch(Values(3, 81273), {{152740, 152721, 152723}}, 0.95).value();
  EXPECT_NEAR(result.difference, 71455, 1e-9);
  EXPECT_NEAR(result.p / 7.11606639399846e-09, 1, 1e-9);
  EXPECT_NEAR(result.degrees_of_freedom, 2, 1e-12);
  EXPECT_NEAR(result.interval.low, 71429.064840879, 1e-6);
}

TEST(Welch, DoesNotApplyToConstantsOrSingleValues) {
  EXPECT_FALSE(welch(Values(10, 1210), Values(10, 1207), 0.95));
  EXPECT_FALSE(welch({{1, 2, 3}}, {{4}}, 0.95));
  EXPECT_FALSE(welch({}, {{1, 2, 3}}, 0.95));
}

TEST(Welch, IsTheSameInEveryUnit) {
  const auto plain = welch(kIguana, kChameleon, 0.95).value();
  for (const double unit : {1e-300, 1e-200, 1e200, 1e290}) {
    Values baseline = kIguana;
    Values arm = kChameleon;
    for (double& value : baseline) value *= unit;
    for (double& value : arm) value *= unit;
    const auto scaled = welch(baseline, arm, 0.95).value();
    EXPECT_NEAR(scaled.p, plain.p, 1e-12);
    EXPECT_NEAR(scaled.difference / unit, 240, 1e-9);
    EXPECT_NEAR(scaled.interval.high / unit, plain.interval.high, 1e-9);
  }
}

// R 4.2: uniroot of (mean b - r mean a)^2 - t^2 (var b / m + r^2 var a / n) on both sides of the
// observed ratio, t with Welch's degrees of freedom there.
TEST(FiellerRatio, AgreesWithTheRootsOfItsDefinition) {
  const auto interval = fieller_ratio(kCloseBase, kCloseNew, 0.95).value();
  EXPECT_NEAR(interval.low, 0.391114914375357, 1e-8);
  EXPECT_NEAR(interval.high, 0.585875914767486, 1e-8);
}

TEST(FiellerRatio, FollowsTheUnitsOfBothSides) {
  Values large = kCloseNew;
  for (double& value : large) value *= 1e250;
  const auto interval = fieller_ratio(kCloseBase, large, 0.95).value();
  EXPECT_NEAR(interval.low / 1e250, 0.391114914375357, 1e-8);
}

TEST(FiellerRatio, MirrorsWithTheSignOfTheBaseline) {
  Values negative = kCloseBase;
  for (double& value : negative) value = -value;
  const auto interval = fieller_ratio(negative, kCloseNew, 0.95).value();
  EXPECT_NEAR(interval.low, -0.585875914767486, 1e-8);
  EXPECT_NEAR(interval.high, -0.391114914375357, 1e-8);
}

TEST(FiellerRatio, IsNothingForABaselineNearZero) {
  EXPECT_FALSE(fieller_ratio({{-1, 0, 2}}, {{4, 5, 6}}, 0.95));
  EXPECT_FALSE(fieller_ratio({{0, 0}}, {{4, 5}}, 0.95));
  EXPECT_FALSE(fieller_ratio({{1}}, {{4, 5}}, 0.95));
  EXPECT_FALSE(fieller_ratio({{2, 2}}, {{4, 4}}, 0.95));
}

}  // namespace
}  // namespace kab::stats
