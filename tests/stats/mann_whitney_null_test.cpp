#include "stats/mann_whitney_null.h"

#include <bit>
#include <numeric>

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

double sum(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// R 4.2: pwilcox(u, n, m).
TEST(UntiedUNull, AgreesWithR) {
  EXPECT_NEAR(sum(untied_u_null(30, 30, 300).value()), 0.0263319603025794 / 2, 1e-15);
  EXPECT_NEAR(sum(untied_u_null(7, 50, 100).value()), 0.0694848645371456 / 2, 1e-15);
  EXPECT_NEAR(sum(untied_u_null(50, 7, 100).value()), 0.0694848645371456 / 2, 1e-15);
  EXPECT_NEAR(sum(untied_u_null(100, 100, 4000).value()), 0.0143770885211578 / 2, 1e-15);
}

TEST(UntiedUNull, AddsUpToOneAndIsSymmetric) {
  const auto all = untied_u_null(9, 14, 9 * 14).value();
  EXPECT_NEAR(sum(all), 1, 1e-14);
  for (std::size_t u = 0; u < all.size(); ++u)
    EXPECT_NEAR(all[u], all[all.size() - 1 - u], 1e-15) << u;
}

TEST(UntiedUNull, DeclinesTooMuchWork) {
  EXPECT_FALSE(untied_u_null(1000, 1000, 500'000));
  EXPECT_TRUE(untied_u_null(3, 100'000, 150'000));
}

TEST(UntiedUNull, DeclinesTooMuchMemory) {
  EXPECT_TRUE(untied_u_null(1, 5'000'000, 2'500'000));
  EXPECT_FALSE(untied_u_null(1, 100'000'000, 50'000'000));
  EXPECT_FALSE(untied_u_null(2, 5'000'000, 5'000'000));
}

TEST(UntiedUNull, CountsUpTo391ASide) {
  EXPECT_TRUE(untied_u_null(391, 391, 391 * 391 / 2));
  EXPECT_FALSE(untied_u_null(392, 392, 392 * 392 / 2));
}

// Where counting ends the normal approximation takes over without a step.
TEST(UCut, HardlyChangesWhereCountingEnds) {
  for (const double level : {0.9, 0.95, 0.999}) {
    const auto counted = static_cast<double>(u_cut(391, 391, level));
    const auto approximated = static_cast<double>(u_cut(392, 391, level));
    EXPECT_NEAR(approximated / (392 * 391), counted / (391 * 391), 1e-4) << level;
  }
}

TEST(UNormalP, IsNearTheCountedOneWhereCountingEnds) {
  const std::vector<std::uint64_t> untied(2 * 391, 1);
  for (const std::uint64_t u2 : {140'000U, 145'000U, 150'000U}) {
    const double counted = 2 * u_tail(untied, 391, u2).value();
    EXPECT_NEAR(u_normal_p(391, 391, 0, static_cast<double>(u2)) / counted, 1, 0.01) << u2;
  }
  const std::vector<std::uint64_t> pairs(80, 2);
  const double counted = 2 * u_tail(pairs, 80, 5400).value();
  EXPECT_NEAR(u_normal_p(80, 80, 80 * 6, 5400) / counted, 1, 0.02);
}

// 2U of the values whose bits are set in `subset`.
std::uint64_t doubled_u(std::uint32_t subset, std::span<const std::uint64_t> group_of) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    for (std::size_t j = 0; j < group_of.size(); ++j) {
      if ((subset >> i & 1U) == 0 || (subset >> j & 1U) == 1) continue;
      sum += group_of[i] > group_of[j] ? 2 : group_of[i] == group_of[j] ? 1 : 0;
    }
  }
  return sum;
}

double enumerated_tail(std::span<const std::uint64_t> tie_sizes, std::uint64_t chosen,
                       std::uint64_t u2) {
  std::vector<std::uint64_t> group_of;
  for (std::size_t group = 0; group < tie_sizes.size(); ++group)
    group_of.insert(group_of.end(), tie_sizes[group], group);
  double subsets = 0;
  double inside = 0;
  for (std::uint32_t subset = 0; subset < 1U << group_of.size(); ++subset) {
    if (static_cast<std::uint64_t>(std::popcount(subset)) != chosen) continue;
    ++subsets;
    if (doubled_u(subset, group_of) <= u2) ++inside;
  }
  return inside / subsets;
}

TEST(UTail, EqualsTheEnumerationOfAllSubsets) {
  const std::vector<std::vector<std::uint64_t>> cases = {
      {1, 1, 1, 1, 1, 1, 1}, {3, 1, 2, 1}, {1, 5, 1, 1}, {4, 4}, {1, 1, 6}, {2, 2, 2, 2, 1}};
  for (const auto& sizes : cases) {
    for (std::uint64_t chosen = 1; chosen <= 4; ++chosen) {
      for (std::uint64_t u2 = 0; u2 <= 2 * chosen * (7 - chosen); ++u2)
        EXPECT_NEAR(u_tail(sizes, chosen, u2).value(), enumerated_tail(sizes, chosen, u2), 1e-13)
            << sizes.size() << " groups, " << chosen << " chosen, 2U " << u2;
    }
  }
}

TEST(UTail, DoesNotOverflowForThousandsOfValues) {
  const std::vector<std::uint64_t> two_values = {1000, 1000};
  EXPECT_EQ(u_tail(two_values, 1000, 0), 0);  // 1 / C(2000, 1000), below every double
  // The single lowest value among the two chosen, in 2 of 2000 cases: 2U = 1998 against 3998.
  const std::vector<std::uint64_t> one_apart = {1, 1999};
  EXPECT_NEAR(u_tail(one_apart, 2, 1997).value(), 0, 1e-300);
  EXPECT_NEAR(u_tail(one_apart, 2, 1998).value(), 0.001, 1e-13);
  EXPECT_NEAR(u_tail(one_apart, 2, 3997).value(), 0.001, 1e-13);
}

TEST(UTail, DeclinesTooMuchWork) {
  const std::vector<std::uint64_t> ties(500, 2);
  EXPECT_FALSE(u_tail(ties, 500, 250'000));
}

}  // namespace
}  // namespace kab::stats
