#include "stats/signed_rank.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

// Darwin's maize plants, crossed minus self-fertilised, in eighths of an inch.
const std::vector<double> kMaize = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

std::vector<double> sine(std::size_t n, double shift) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = std::sin(static_cast<double>(i + 1)) * 10 + shift;
  return values;
}

// R 4.2: wilcox.test(maize, conf.int = TRUE, conf.level = level).
TEST(SignedRank, AgreesWithRWithoutTies) {
  EXPECT_NEAR(signed_rank_p(kMaize).value(), 0.041259765625, 1e-14);
  EXPECT_EQ(hodges_lehmann(kMaize), 25);
  EXPECT_EQ(signed_rank_interval(kMaize, 0.90), (Interval{.low = 8, .high = 39.5}));
  EXPECT_EQ(signed_rank_interval(kMaize, 0.95), (Interval{.low = 4, .high = 41.5}));
  EXPECT_EQ(signed_rank_interval(kMaize, 0.99), (Interval{.low = -13, .high = 49}));
}

// Expected: all 2^n sign patterns of the ranks enumerated in R (expand.grid), both tails, the
// smaller doubled; zeros ranked, then left out.
TEST(SignedRankP, IsExactWithTiesAndZeros) {
  EXPECT_NEAR(signed_rank_p({{0, 0, 1, 1, -1, 2, 3, 3, -2, 4}}).value(), 0.140625, 1e-14);
  EXPECT_NEAR(signed_rank_p({{1, 1, 1, 1, 1, 1, -1}}).value(), 0.125, 1e-14);
  EXPECT_NEAR(signed_rank_p({{0, 0, 0, 5, 6, 7, 8, 9, 10, -1}}).value(), 0.03125, 1e-14);
  EXPECT_NEAR(signed_rank_p({{2, 2, -2, 3, 5, 5, 5, -7, 8, 9, 9, 11}}).value(), 0.02197265625,
              1e-14);
}

TEST(SignedRankP, DoesNotDependOnTheSign) {
  std::vector<double> negated;
  for (const double d : kMaize) negated.push_back(-d);
  EXPECT_EQ(signed_rank_p(negated), signed_rank_p(kMaize));
}

// p of n differences without ties whose positive ranks add up to w: the largest that fit.
double p_of_rank_sum(std::size_t n, std::size_t w) {
  std::vector<double> differences(n);
  for (std::size_t rank = n; rank > 0; --rank) {
    const bool taken = rank <= w;
    if (taken) w -= rank;
    differences[rank - 1] = taken ? static_cast<double>(rank) : -static_cast<double>(rank);
  }
  return signed_rank_p(differences).value();
}

// R 4.2: 2 * psignrank(w, n).
TEST(SignedRankP, IsExactForHundreds) {
  EXPECT_NEAR(p_of_rank_sum(100, 1900), 0.0313552506945168, 1e-13);
  EXPECT_NEAR(p_of_rank_sum(500, 50000) / 8.84399332175569e-05, 1, 1e-11);
}

// R 4.2: wilcox.test(sin(1:600) * 10 + 0.4, exact = FALSE, correct = TRUE); with ties and zeros
// SciPy 1.10: wilcoxon(x, zero_method="pratt", correction=True, mode="approx").
TEST(SignedRankP, IsNormalWithCorrectionsForMore) {
  EXPECT_NEAR(signed_rank_p(sine(600, 0.4)).value(), 0.0417577596864769, 1e-13);
  auto tied = sine(600, 0);
  for (std::size_t i = 0; i < tied.size(); ++i)
    tied[i] = std::round(tied[i]) + ((i + 1) % 7 == 0 ? 1 : 0);
  EXPECT_NEAR(signed_rank_p(tied).value(), 0.46430659279337116, 1e-13);
}

// R 4.2: all 180,300 averages sorted; the 81,824th from either end, 81,824 being
// floor(n (n + 1) / 4 + 0.5 - qnorm(0.975) sqrt(n (n + 1) (2n + 1) / 24)). The exact cut,
// qsignrank(0.025, 600), is 81,826.
TEST(SignedRankInterval, IsCutByTheNormalForMore) {
  const auto values = sine(600, 0.4);
  EXPECT_NEAR(hodges_lehmann(values).value(), 0.410579174293158, 1e-12);
  const auto interval = signed_rank_interval(values, 0.95).value();
  EXPECT_NEAR(interval.low, 0.0167866986434948, 1e-12);
  EXPECT_NEAR(interval.high, 0.837397950974297, 1e-12);
}

TEST(SignedRankInterval, InvertsTheTestWithoutTies) {
  for (const double level : {0.9, 0.95, 0.99}) {
    const auto interval = signed_rank_interval(kMaize, level).value();
    const auto p_at = [&](double value) {
      std::vector<double> moved;
      for (const double d : kMaize) moved.push_back(d - value);
      return signed_rank_p(moved).value();
    };
    // 0.01 is off the quarters on which all averages lie, so there are no ties.
    EXPECT_GT(p_at(interval.low + 0.01), 1 - level);
    EXPECT_LE(p_at(interval.low - 0.01), 1 - level);
    EXPECT_GT(p_at(interval.high - 0.01), 1 - level);
    EXPECT_LE(p_at(interval.high + 0.01), 1 - level);
  }
}

TEST(SignedRankInterval, NeedsSixAt95Percent) {
  const std::vector<double> five = {1, 2, 3, 4, 5};
  EXPECT_FALSE(signed_rank_interval(five, 0.95));
  EXPECT_EQ(signed_rank_interval(five, 0.9375), (Interval{.low = 1, .high = 5}));
  EXPECT_EQ(signed_rank_interval({{1, 2, 3, 4, 5, 6}}, 0.95), (Interval{.low = 1, .high = 6}));
  EXPECT_EQ(signed_rank_smallest_n(0.95), 6U);
  EXPECT_EQ(signed_rank_smallest_n(0.9375), 5U);
  EXPECT_EQ(signed_rank_smallest_n(0.99), 8U);
  EXPECT_EQ(signed_rank_smallest_n(0.999), 11U);
}

TEST(SignedRank, SaysNothingOfNothing) {
  EXPECT_FALSE(signed_rank_p({}));
  EXPECT_FALSE(hodges_lehmann({}));
  EXPECT_FALSE(signed_rank_interval({}, 0.95));
}

TEST(SignedRank, SeesNoDifferenceInZeros) {
  const std::vector<double> zeros(10, 0.0);
  EXPECT_EQ(signed_rank_p(zeros), 1);
  EXPECT_EQ(hodges_lehmann(zeros), 0);
  EXPECT_EQ(signed_rank_interval(zeros, 0.95), (Interval{.low = 0, .high = 0}));
}

TEST(HodgesLehmann, OfAnEvenNumberOfAveragesIsTheMeanOfTheMiddleTwo) {
  // Averages 1, 2, 2.5, 3, 3.5, 4 (of 1, 3, 4: with itself included).
  EXPECT_EQ(hodges_lehmann({{4, 1, 3}}), 2.75);
}

}  // namespace
}  // namespace kab::stats
