#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "stats/dip.h"
#include "stats/order_statistics.h"
#include "stats/trend.h"

namespace kab::stats {
namespace {

// R 4.2, package diptest 0.76: dip(x).
TEST(Dip, AgreesWithR) {
  EXPECT_NEAR(dip({{50, 150, 150, 200, 400, 400, 750}}), 0.142857142857143, 1e-14);
  EXPECT_NEAR(dip({{1, 2, 3, 4}}), 0.125, 1e-14);
  EXPECT_NEAR(dip({{1, 1, 1, 2, 2, 2}}), 0.25, 1e-14);
  EXPECT_NEAR(dip({{1, 2, 2, 3, 7, 8, 8, 9}}), 0.166666666666667, 1e-14);
}

TEST(Dip, OfEqualValuesIsTheSmallestPossible) {
  EXPECT_EQ(dip({{3, 3, 3, 3, 3}}), 0.1);
  EXPECT_EQ(dip({{3.5}}), 0.5);
}

std::vector<double> uniform_set(Random& random, std::size_t n) {
  std::vector<double> values(n);
  for (double& value : values) value = random.uniform();
  return sorted_copy(values);
}

TEST(DipCritical, IsExceededByOnePercentOfUniformSets) {
  Random random(21);
  for (const std::size_t n : {12U, 40U, 200U}) {
    constexpr int kSets = 4000;
    int exceeded = 0;
    for (int i = 0; i < kSets; ++i)
      if (dip(uniform_set(random, n)) > dip_critical_1_percent(n)) ++exceeded;
    EXPECT_NEAR(exceeded, kSets / 100, 20) << n;  // three standard errors
  }
}

// `share` of the values around 40, the others around 40 + distance, all with deviation 1.
std::vector<double> two_groups(Random& random, std::size_t n, double share, double distance) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    const bool low = static_cast<double>(i) < share * static_cast<double>(n);
    values[i] = 40 + (low ? 0 : distance) + random.normal();
  }
  return values;
}

TEST(Modes, AreTwoWhereGroupsAreApart) {
  Random random(22);
  for (const std::size_t n : {20U, 100U, 2000U, 150'000U}) {
    const auto found = modes(two_groups(random, n, 0.5, 12));
    EXPECT_EQ(found.count, 2U) << n;
    EXPECT_NEAR(found.border, 46, 3) << n;
    EXPECT_EQ(found.share_below, 0.5) << n;
  }
}

TEST(Modes, AreFoundWhereTheGroupsOverlapOrDifferInSize) {
  Random random(23);
  const auto overlapping = modes(two_groups(random, 1000, 0.5, 5));
  EXPECT_EQ(overlapping.count, 2U);
  EXPECT_NEAR(overlapping.border, 42.5, 0.8);
  EXPECT_NEAR(overlapping.share_below, 0.5, 0.03);
  const auto uneven = modes(two_groups(random, 200, 0.2, 12));
  EXPECT_EQ(uneven.count, 2U);
  EXPECT_EQ(uneven.share_below, 0.2);
}

TEST(Modes, AreNotConfusedByOutliers) {
  Random random(24);
  auto values = two_groups(random, 100, 0.5, 12);
  values.push_back(1000);
  const auto found = modes(values);
  EXPECT_EQ(found.count, 2U);
  EXPECT_NEAR(found.border, 46, 3);
}

TEST(Modes, AreOneForNormalAndSkewedValues) {
  Random random(25);
  int normal_found = 0;
  int skewed_found = 0;
  for (int i = 0; i < 200; ++i) {
    std::vector<double> normal(50);
    std::vector<double> skewed(50);
    for (double& value : normal) value = random.normal();
    for (double& value : skewed) value = std::exp(random.normal());
    if (modes(normal).count == 2) ++normal_found;
    if (modes(skewed).count == 2) ++skewed_found;
  }
  EXPECT_LE(normal_found, 4);
  EXPECT_LE(skewed_found, 4);
}

TEST(Modes, AreOneForACoarseClock) {
  Random random(26);
  std::vector<double> ticks(300);
  for (double& value : ticks) value = std::round(100 + random.normal());
  EXPECT_EQ(modes(ticks).count, 1U);
  EXPECT_EQ(modes(std::vector<double>(50, 7.0)).count, 1U);
}

TEST(Modes, AreTwoForTwoConstantsWhateverLiesBetween) {
  std::vector<double> values(10, 100);
  values.insert(values.end(), 10, 200);
  EXPECT_EQ(modes(values).count, 2U);
  EXPECT_EQ(modes(values).border, 150);
  EXPECT_EQ(modes(values).share_below, 0.5);
  values.push_back(101);
  EXPECT_EQ(modes(values).count, 2U);
}

TEST(Modes, OfFewerThanTwelveAreNotCounted) {
  EXPECT_EQ(modes({{1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9}}).count, 1U);
  EXPECT_EQ(modes({{1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9}}).count, 2U);
  EXPECT_EQ(modes({}).count, 1U);
}

}  // namespace
}  // namespace kab::stats
