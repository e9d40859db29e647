#include "stats/mann_whitney.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

using Values = std::vector<double>;

// Values published with ministat.
const Values kIguana = {50, 200, 150, 400, 750, 400, 150};
const Values kChameleon = {150, 400, 720, 500, 930};
// brk1 of AIM9 on two kernels, from a report on a kernel mailing list.
const Values kBrkBase = {1351624.95, 1316322.79, 1330363.33, 1289563.33, 1314100.0, 1335475.48};
const Values kBrkNew = {1268030.0, 1277110.76, 1226452.45, 1275850.0, 1249628.35, 1242148.6};
// Packets forwarded per second, five runs against four.
const Values kPacketsBase = {1062161, 1066561, 1058130, 1061918, 1056868};
const Values kPacketsNew = {1001561.5, 1008203, 1009651, 1000961};

Values logs(Values values) {
  for (double& value : values) value = std::log(value);
  return values;
}

// Separated sets: 2 / C(n + m, n), also when all values of a side are equal.
TEST(MannWhitneyP, OfSeparatedSetsIsTwoOverTheNumberOfSubsets) {
  EXPECT_NEAR(mann_whitney_p({{115, 114, 115, 115, 115}}, Values(5, 78.8)).value(), 2.0 / 252,
              1e-14);
  EXPECT_NEAR(mann_whitney_p(kBrkBase, kBrkNew).value(), 2.0 / 924, 1e-14);
  EXPECT_NEAR(mann_whitney_p(kPacketsBase, kPacketsNew).value(), 2.0 / 126, 1e-14);
  EXPECT_NEAR(mann_whitney_p(Values(10, 1210), Values(10, 1207)).value(), 2.0 / 184756, 1e-16);
  EXPECT_NEAR(mann_whitney_p(Values(3, 81273), {{152740, 152721, 152723}}).value(), 0.1, 1e-14);
  EXPECT_EQ(mann_whitney_p({{1}}, {{2}}), 1);
}

// Expected: all subsets of the pooled mid-ranks enumerated in R (combn), both tails, the smaller
// doubled.
TEST(MannWhitneyP, IsExactWithTies) {
  EXPECT_NEAR(mann_whitney_p(kIguana, kChameleon).value(), 0.191919191919192, 1e-14);
  EXPECT_NEAR(mann_whitney_p({{5, 5, 5, 5, 7, 8, 9, 9}}, {{4, 5, 5, 9}}).value(), 0.444444444444444,
              1e-14);
  EXPECT_NEAR(mann_whitney_p({{2, 2, 2, 2, 2, 2}}, {{1, 2, 2}}).value(), 0.666666666666667, 1e-14);
  // So skewed that the tail beyond the mean is the larger one.
  EXPECT_NEAR(mann_whitney_p({{1, 1, 1, 4, 4, 4}}, {{3, 2, 2}}).value(), 0.904761904761905, 1e-13);
  EXPECT_NEAR(mann_whitney_p({{1, 1, 1, 1, 1, 1, 2, 3}}, {{1, 1, 2}}).value(), 1, 1e-14);
  EXPECT_NEAR(mann_whitney_p({{3069, 3075, 3069, 3067, 3207, 3064, 3064, 3058, 3059, 3062}},
                             {{3075, 3065, 3059, 3065, 3060, 3081, 3186, 3135, 3087, 3062}})
                  .value(),
              0.446101885730369, 1e-13);
}

TEST(MannWhitneyP, DoesNotDependOnTheOrderOfTheSets) {
  EXPECT_EQ(mann_whitney_p(kChameleon, kIguana), mann_whitney_p(kIguana, kChameleon));
  EXPECT_EQ(mann_whitney_p({{1, 2, 2}}, {{2, 2, 2, 2, 3}}),
            mann_whitney_p({{2, 2, 2, 2, 3}}, {{1, 2, 2}}));
}

Values rounded_wave(std::size_t n, double (*wave)(double), double shift) {
  Values values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = std::round(wave(static_cast<double>(i + 1)) * 20) + shift;
  return values;
}

// R 4.2: wilcox.test(round(cos(1:800) * 20) + 1, round(sin(1:900) * 20), exact = FALSE).
TEST(MannWhitneyP, IsNormalWithCorrectionsForManyTies) {
  const auto baseline = rounded_wave(900, [](double x) { return std::sin(x); }, 0);
  const auto arm = rounded_wave(800, [](double x) { return std::cos(x); }, 1);
  EXPECT_NEAR(mann_whitney_p(baseline, arm).value(), 0.0413428709118322, 1e-13);
}

TEST(MannWhitneyP, OfAllEqualValuesIsOne) {
  EXPECT_EQ(mann_whitney_p(Values(10, 1210), Values(10, 1210)), 1);
}

TEST(MannWhitneyP, OfAnEmptySetIsNothing) {
  EXPECT_FALSE(mann_whitney_p({}, {{1, 2}}));
  EXPECT_FALSE(mann_whitney_p({{1, 2}}, {}));
}

// R 4.2: wilcox.test(arm, baseline, conf.int = TRUE).
TEST(Shift, AgreesWithR) {
  EXPECT_NEAR(shift_estimate(kPacketsBase, kPacketsNew).value(), -56237.75, 1e-9);
  const auto packets = shift_interval(kPacketsBase, kPacketsNew, 0.95).value();
  EXPECT_NEAR(packets.low, -64999.5, 1e-9);
  EXPECT_NEAR(packets.high, -48479, 1e-9);
  EXPECT_NEAR(shift_estimate(logs(kBrkBase), logs(kBrkNew)).value(), -0.0510643558775215, 1e-13);
  const auto brk = shift_interval(logs(kBrkBase), logs(kBrkNew), 0.95).value();
  EXPECT_NEAR(brk.low, -0.0724447711476, 1e-13);
  EXPECT_NEAR(brk.high, -0.0302417761583929, 1e-13);
}

// Baseline multiples of m, arm 1 … m: the differences j - i m are the numbers from 1 - (n - 1) m
// to m, each once, so an end of the interval tells the cut. R 4.2: qwilcox(0.025, n, m).
std::uint64_t cut_of(std::size_t n, std::size_t m, double level) {
  Values baseline(n);
  Values arm(m);
  for (std::size_t i = 0; i < n; ++i) baseline[i] = static_cast<double>(i * m);
  for (std::size_t j = 0; j < m; ++j) arm[j] = static_cast<double>(j + 1);
  const auto interval = shift_interval(baseline, arm, level);
  if (!interval) return 0;
  const double smallest = 1 - static_cast<double>((n - 1) * m);
  EXPECT_EQ(static_cast<double>(m) - interval->high, interval->low - smallest);
  return static_cast<std::uint64_t>(interval->low - smallest) + 1;
}

TEST(ShiftInterval, CutsWhatRCuts) {
  EXPECT_EQ(cut_of(4, 4, 0.95), 1U);
  EXPECT_EQ(cut_of(5, 4, 0.95), 2U);
  EXPECT_EQ(cut_of(7, 5, 0.95), 6U);
  EXPECT_EQ(cut_of(12, 8, 0.999), 8U);
  EXPECT_EQ(cut_of(10, 10, 0.95), 24U);
  EXPECT_EQ(cut_of(30, 30, 0.95), 318U);
  EXPECT_EQ(cut_of(100, 100, 0.95), 4198U);
}

TEST(ShiftInterval, NeedsFourASideAt95Percent) {
  EXPECT_FALSE(shift_interval({{1, 2, 3}}, {{4, 5, 6}}, 0.95));
  EXPECT_EQ(shift_interval({{1, 2, 3}}, {{4, 5, 6}}, 0.90), (Interval{.low = 1, .high = 5}));
  EXPECT_EQ(mann_whitney_smallest_n(0.95), 4U);
  EXPECT_EQ(mann_whitney_smallest_n(0.90), 3U);
  EXPECT_EQ(mann_whitney_smallest_n(0.99), 5U);
  EXPECT_EQ(mann_whitney_smallest_n(0.999), 7U);
}

TEST(ShiftInterval, TakesALevelThatIsJustReached) {
  EXPECT_EQ(cut_of(4, 4, 1 - 2.0 / 70), 1U);
  EXPECT_EQ(cut_of(4, 4, 1 - 1.99 / 70), 0U);
}

TEST(Shift, OfAnEmptySetIsNothing) {
  EXPECT_FALSE(shift_estimate({}, {{1}}));
  EXPECT_FALSE(shift_interval({{1, 2, 3, 4, 5}}, {}, 0.95));
}

// R 4.2: all 1,200,000 differences sorted; the 570,922nd from either end, 570,922 being
// floor(n m / 2 + 0.5 - qnorm(0.975) sqrt(n m (n + m + 1) / 12)).
TEST(ShiftInterval, IsCutByTheNormalWhereCountingIsTooMuch) {
  Values baseline(1200);
  Values arm(1000);
  for (std::size_t i = 0; i < baseline.size(); ++i)
    baseline[i] = std::sin(static_cast<double>(i + 1)) * 10;
  for (std::size_t i = 0; i < arm.size(); ++i)
    arm[i] = std::cos(static_cast<double>(i + 1)) * 10 + 1;
  EXPECT_NEAR(shift_estimate(baseline, arm).value(), 1.00379025844433, 1e-12);
  const auto interval = shift_interval(baseline, arm, 0.95).value();
  EXPECT_NEAR(interval.low, 0.625136990712992, 1e-12);
  EXPECT_NEAR(interval.high, 1.38206736794106, 1e-12);
}

TEST(Shift, HandlesLargeSetsByTheNormalCut) {
  Values baseline(60'000);
  Values arm(50'000);
  for (std::size_t i = 0; i < baseline.size(); ++i) baseline[i] = static_cast<double>(i % 1000);
  for (std::size_t i = 0; i < arm.size(); ++i) arm[i] = static_cast<double>(i % 1000) + 5;
  EXPECT_EQ(shift_estimate(baseline, arm), 5);
  // Standard error of the shift of a uniform: 1000 sqrt((1/n + 1/m) / 12) = 1.75.
  const auto interval = shift_interval(baseline, arm, 0.95).value();
  EXPECT_NEAR(interval.low, 5 - 1.96 * 1.75, 1.01);
  EXPECT_NEAR(interval.high, 5 + 1.96 * 1.75, 1.01);
  EXPECT_LT(mann_whitney_p(baseline, arm).value(), 0.01);
}

}  // namespace
}  // namespace kab::stats
