#include "stats/trend.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"

namespace kab::stats {
namespace {

const std::vector<double> kRising = {3.1, 2.9, 3.3, 3.4, 3.2, 3.6, 3.7, 3.5, 3.9, 3.8, 4.1, 4.0};
const std::vector<double> kRisingWithTies = {5, 5, 6, 6, 5, 7, 8, 7, 8, 9, 9, 9, 10};

// R 4.2: cor.test(seq_along(x), x, method = "kendall", exact = FALSE, continuity = TRUE); slopes:
// median of all (x[j] - x[i]) / (j - i).
TEST(Drift, AgreesWithR) {
  const auto rising = drift(kRising).value();
  EXPECT_NEAR(rising.p, 0.00047016927931397, 1e-14);
  EXPECT_NEAR(rising.slope_per_value, 0.1, 1e-14);
  EXPECT_NEAR(rising.total, 1.1, 1e-13);
  const auto tied = drift(kRisingWithTies).value();
  EXPECT_NEAR(tied.p, 0.000114571278662861, 1e-14);
  EXPECT_NEAR(tied.slope_per_value, 0.422619047619048, 1e-14);
}

TEST(Drift, HasTheSignOfTheFall) {
  const std::vector<double> falling(kRising.rbegin(), kRising.rend());
  EXPECT_NEAR(drift(falling).value().total, -1.1, 1e-13);
  EXPECT_NEAR(drift(falling).value().p, 0.00047016927931397, 1e-14);
}

TEST(Drift, IsAbsentInEqualValues) {
  const auto flat = drift(std::vector<double>(20, 3.5)).value();
  EXPECT_EQ(flat.slope_per_value, 0);
  EXPECT_EQ(flat.p, 1);
}

TEST(Drift, NeedsEightValues) {
  EXPECT_FALSE(drift(std::vector<double>(7, 1)));
  EXPECT_TRUE(drift(std::vector<double>(8, 1)));
}

TEST(Drift, OfManyValuesKeepsTheirSlopeAndCountsAllOfThem) {
  std::vector<double> values(5000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = 0.25 * static_cast<double>(i) + std::sin(static_cast<double>(i));
  const auto found = drift(values).value();
  EXPECT_NEAR(found.slope_per_value, 0.25, 1e-3);
  EXPECT_NEAR(found.total, 0.25 * 4999, 5);
  EXPECT_LT(found.p, 1e-12);
}

std::vector<double> noisy(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values(n);
  for (double& value : values) value = 100 + random.normal();
  return values;
}

TEST(DriftOfMany, IsThatOfStretches) {
  constexpr std::size_t kMany = 250'007;
  auto values = noisy(kMany, 31);
  EXPECT_GT(drift(values).value().p, 0.01);
  for (std::size_t i = 0; i < kMany; ++i)
    values[i] += 0.1 * static_cast<double>(i) / static_cast<double>(kMany);
  const auto found = drift(values).value();
  EXPECT_LT(found.p, 1e-6);
  EXPECT_NEAR(found.total, 0.1, 0.04);
  EXPECT_NEAR(found.slope_per_value * static_cast<double>(kMany), found.total, 1e-6);
}

TEST(StepOfMany, IsFoundAtTheStretchItIsIn) {
  constexpr std::size_t kMany = 250'007;
  auto values = noisy(kMany, 32);
  EXPECT_GT(step_change(values).value().p, 0.01);
  for (std::size_t i = 100'000; i < kMany; ++i) values[i] += 2;
  const auto found = step_change(values).value();
  EXPECT_NEAR(static_cast<double>(found.index), 100'000, 26);
  EXPECT_NEAR(found.size, 2, 0.02);
  EXPECT_LT(found.p, 1e-12);
}

// The annual flow of the Nile at Aswan, 1871 … 1970 (R's data set Nile).
const std::vector<double> kNile = {
    1120, 1160, 963, 1210, 1160, 1160, 813,  1230, 1370, 1140, 995,  935,  1110, 994,  1020,
    960,  1180, 799, 958,  1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774,  840,
    874,  694,  940, 833,  701,  916,  692,  1020, 1050, 969,  831,  726,  456,  824,  702,
    1120, 1100, 832, 764,  821,  768,  845,  864,  862,  698,  845,  744,  796,  1040, 759,
    781,  865,  845, 944,  984,  897,  822,  1010, 771,  676,  649,  846,  812,  742,  801,
    1040, 860,  874, 848,  890,  744,  749,  838,  1050, 918,  986,  797,  923,  975,  815,
    1020, 906,  901, 1170, 912,  746,  919,  718,  714,  740};

// R 4.2: U <- 2 * cumsum(rank(x))[k] - k * (n + 1), largest |U|, 2 * exp(-6 U^2 / (n^3 + n^2)).
TEST(StepChange, FindsTheFallOfTheNileIn1899) {
  const auto step = step_change(kNile).value();
  EXPECT_EQ(step.index, 28U);
  EXPECT_NEAR(step.p / 3.59102217693629e-07, 1, 1e-12);
  EXPECT_EQ(step.size, -287.5);
}

TEST(StepChange, FindsTheBorderOfTwoLevels) {
  const auto step =
      step_change({{10.1, 9.9, 10, 10.2, 9.8, 10.1, 10, 12.1, 11.9, 12, 12.2, 11.8, 12.05, 11.95}})
          .value();
  EXPECT_EQ(step.index, 7U);
  EXPECT_NEAR(step.p, 0.0148931661418487, 1e-14);
  EXPECT_NEAR(step.size, 2, 1e-12);
}

TEST(StepChange, IsAbsentInEqualValues) {
  const auto step = step_change(std::vector<double>(30, 2)).value();
  EXPECT_EQ(step.size, 0);
  EXPECT_EQ(step.p, 1);
}

TEST(StepChange, NeedsTenValues) {
  EXPECT_FALSE(step_change(std::vector<double>(9, 1)));
  EXPECT_TRUE(step_change(std::vector<double>(10, 1)));
}

}  // namespace
}  // namespace kab::stats
