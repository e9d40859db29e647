// Shifts of many values, found in cells, against the exact ones.
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "stats/cells.h"
#include "stats/mann_whitney.h"

namespace kab::stats {
namespace {

using Values = std::vector<double>;

Values draw(std::uint64_t seed, std::size_t n, const std::function<double(Random&)>& one) {
  Random random(seed);
  Values values(n);
  for (double& value : values) value = one(random);
  return values;
}

// The exact shift next to the one in cells; returns the latter.
Shift expect_near_exact(const Values& baseline, const Values& arm) {
  const auto found = shift(baseline, arm, 0.95).value();
  const auto exact = shift_interval(baseline, arm, 0.95).value();
  EXPECT_GT(found.error, 0);
  EXPECT_LE(found.error, kMostError * (found.interval->high - found.interval->low));
  EXPECT_NEAR(found.interval->low, exact.low, found.error);
  EXPECT_NEAR(found.interval->high, exact.high, found.error);
  EXPECT_NEAR(found.estimate, shift_estimate(baseline, arm).value(), found.error);
  const double p = mann_whitney_p(baseline, arm).value();
  EXPECT_NEAR(found.p, p, 0.02 * p + 1e-12);
  return found;
}

TEST(ShiftOfMany, IsWithinItsErrorForNormalValues) {
  const auto normal = [](double centre) {
    return [centre](Random& random) { return centre + 30 * random.normal(); };
  };
  const auto found =
      expect_near_exact(draw(61, 80'000, normal(1000)), draw(62, 70'000, normal(1000.2)));
  EXPECT_GT(found.p, 0.001);  // so that p was compared where it means something
}

TEST(ShiftOfMany, IsWithinItsErrorForSkewedValuesAndFarOutliers) {
  const auto skewed = [](Random& random) {
    const double value = std::exp(random.normal());
    return random.uniform() < 0.001 ? value * 1e9 : value;
  };
  const auto arm = [&](Random& random) { return 1.001 * skewed(random); };
  expect_near_exact(draw(63, 60'000, skewed), draw(64, 60'000, arm));
}

TEST(ShiftOfMany, IsWithinItsErrorAroundZeroAndForSetsOfDifferentSize) {
  const auto centred = [](Random& random) { return random.normal() * 1e-6; };
  expect_near_exact(draw(65, 120'000, centred), draw(66, 3'000, centred));
}

TEST(ShiftOfMany, IsWithinItsErrorWhereAThirdOfOneSideIsZero) {
  const auto gated = [](Random& random) {
    return random.uniform() < 0.3 ? 0.0 : 5 + random.uniform();
  };
  const auto open = [](Random& random) { return 5 + random.uniform(); };
  expect_near_exact(draw(67, 60'000, open), draw(68, 60'000, gated));
}

TEST(ShiftOfMany, IsExactForACoarseClock) {
  const auto ticks = [](Random& random) { return std::round(1000 + 30 * random.normal()); };
  const auto baseline = draw(69, 90'000, ticks);
  const auto arm = draw(70, 90'000, ticks);
  const auto found = shift(baseline, arm, 0.95).value();
  EXPECT_EQ(found.error, 0);
  EXPECT_EQ(found.interval, shift_interval(baseline, arm, 0.95));
  EXPECT_EQ(found.p, mann_whitney_p(baseline, arm));
}

// Two narrow groups that lie too far apart for cells as fine as the interval.
TEST(ShiftOfMany, IsExactWhereCellsCannotBeFineEnough) {
  const auto apart = [](Random& random) {
    return (random.uniform() < 0.4 ? 1e6 : 1.0) + 1e-9 * random.uniform();
  };
  const auto baseline = draw(71, 60'000, apart);
  const auto arm = draw(72, 60'000, apart);
  const auto found = shift(baseline, arm, 0.95).value();
  EXPECT_EQ(found.error, 0);
  EXPECT_EQ(found.interval, shift_interval(baseline, arm, 0.95));
}

TEST(ShiftOfMany, IsFiniteForExtremeValues) {
  for (const double unit : {1e-308, 5e-324, 1e300}) {
    const auto wide = [unit](Random& random) { return unit * std::floor(1e3 * random.uniform()); };
    const auto found = shift(draw(73, 60'000, wide), draw(74, 60'000, wide), 0.95).value();
    EXPECT_TRUE(std::isfinite(found.interval->low));
    EXPECT_TRUE(std::isfinite(found.interval->high));
    const auto mixed = [unit](Random& random) {
      return random.normal() * (random.uniform() < 0.5 ? unit : 1e308);
    };
    const auto other = shift(draw(75, 60'000, mixed), draw(76, 60'000, mixed), 0.95).value();
    EXPECT_TRUE(std::isfinite(other.interval->low));
    EXPECT_TRUE(std::isfinite(other.interval->high));
  }
}

TEST(Shift, OfFewValuesIsExact) {
  const auto normal = [](Random& random) { return random.normal(); };
  const auto baseline = draw(77, 400, normal);
  const auto arm = draw(78, 300, normal);
  const auto found = shift(baseline, arm, 0.95).value();
  EXPECT_EQ(found.error, 0);
  EXPECT_EQ(found.interval, shift_interval(baseline, arm, 0.95));
  EXPECT_EQ(found.estimate, shift_estimate(baseline, arm));
  EXPECT_EQ(found.p, mann_whitney_p(baseline, arm));
}

TEST(Shift, HasNoIntervalWhereOneSideIsTooSmall) {
  const auto normal = [](Random& random) { return random.normal(); };
  EXPECT_FALSE(shift(draw(79, 3, normal), draw(80, 3, normal), 0.95)->interval);
  EXPECT_FALSE(shift({}, draw(80, 3, normal), 0.95));
  // One value against very many: the test cannot reach the level.
  EXPECT_TRUE(shift({{0.5}}, draw(81, 150'000, normal), 0.95).has_value());
}

TEST(CellDifferences, AreCountedAsPairsAre) {
  const Values a = {0.5, 1.5, 1.6, 7.5, 1e9};
  const Values b = {2.5, 2.6, 4.5, -1e9};
  const auto cells_a = Cells::of(a, 1);
  EXPECT_FALSE(cells_a);  // a fifth of the values lies outside
  Values many_a;
  Values many_b;
  for (int i = 0; i < 60; ++i) {
    many_a.insert(many_a.end(), a.begin(), a.end() - 1);
    many_b.insert(many_b.end(), b.begin(), b.end() - 1);
  }
  many_a.push_back(1e9);
  many_b.push_back(-1e9);
  const auto first = Cells::of(many_a, 1).value();
  const auto second = Cells::of(many_b, 1).value();
  EXPECT_EQ(first.outside().size(), 1U);
  const CellDifferences differences(first, second);
  for (const int distance : {-1000, -6, -5, -3, 0, 1, 2, 4, 1000}) {
    std::uint64_t expected = 0;
    for (const double from : many_a)
      for (const double to : many_b)
        expected += std::floor(to) - std::floor(from) <= distance ? 1 : 0;
    EXPECT_EQ(differences.count_up_to(distance), expected) << distance;
  }
}

}  // namespace
}  // namespace kab::stats
