#include "stats/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/random.h"

namespace kab::stats {
namespace {

std::vector<double> all_averages(const std::vector<double>& x) {
  std::vector<double> all;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = i; j < x.size(); ++j) all.push_back(x[i] / 2 + x[j] / 2);
  return sorted_copy(all);
}

std::vector<double> all_differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all;
  for (const double from : a)
    for (const double to : b) all.push_back(to - from);
  return sorted_copy(all);
}

// Whole numbers give many ties; the others hardly any.
std::vector<double> draw(Random& random, std::size_t n, bool whole) {
  std::vector<double> values(n);
  for (double& value : values)
    value = whole ? std::round(random.normal() * 3) : random.normal() * 1e-3;
  return sorted_copy(values);
}

TEST(KthWalshAverage, IsTheKthOfAllAveragesInOrder) {
  Random random(11);
  for (const std::size_t n : {1U, 2U, 3U, 8U, 17U, 40U}) {
    for (const bool whole : {false, true}) {
      const auto x = draw(random, n, whole);
      const auto expected = all_averages(x);
      for (std::size_t k = 1; k <= expected.size(); ++k)
        EXPECT_EQ(kth_walsh_average(x, k), expected[k - 1]) << "n " << n << " k " << k;
    }
  }
}

TEST(KthDifference, IsTheKthOfAllDifferencesInOrder) {
  Random random(12);
  for (const std::size_t n : {1U, 2U, 7U, 13U, 30U}) {
    for (const bool whole : {false, true}) {
      const auto a = draw(random, n, whole);
      const auto b = draw(random, n / 2 + 2, whole);
      const auto expected = all_differences(a, b);
      for (std::size_t k = 1; k <= expected.size(); ++k)
        EXPECT_EQ(kth_difference(a, b, k), expected[k - 1]) << "n " << n << " k " << k;
    }
  }
}

TEST(OrderStatistics, CountBothZerosAsOneValue) {
  const std::vector<double> zeros = {-0.0, 0.0, -0.0, 0.0, 1, 2};
  const auto averages = all_averages(zeros);
  for (std::size_t k = 1; k <= averages.size(); ++k)
    EXPECT_EQ(kth_walsh_average(zeros, k), averages[k - 1]) << k;
  const auto differences = all_differences(zeros, zeros);
  for (std::size_t k = 1; k <= differences.size(); ++k)
    EXPECT_EQ(kth_difference(zeros, zeros, k), differences[k - 1]) << k;
}

TEST(OrderStatistics, AreExactForTheSmallestNumbers) {
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  const std::vector<double> tiny = {kTiny, kTiny, 3 * kTiny, 4 * kTiny};
  const auto averages = all_averages(tiny);
  for (std::size_t k = 1; k <= averages.size(); ++k)
    EXPECT_EQ(kth_walsh_average(tiny, k), averages[k - 1]) << k;
}

TEST(OrderStatistics, NeitherOverflowNorReturnMinusZero) {
  EXPECT_EQ(kth_walsh_average({{-1.7e308, 1.7e308}}, 2), 0);
  EXPECT_EQ(kth_walsh_average({{1.7e308, 1.7e308}}, 2), 1.7e308);
  EXPECT_TRUE(std::isfinite(kth_difference({{-1.7e308}}, {{1.7e308}}, 1)));
  EXPECT_TRUE(std::isfinite(kth_difference({{-1.7e308, 0}}, {{1, 1.7e308}}, 4)));
  EXPECT_FALSE(std::signbit(kth_walsh_average({{-0.0, -0.0}}, 1)));
  EXPECT_FALSE(std::signbit(kth_walsh_average({{-0.0, -0.0, 1}}, 1)));
  EXPECT_FALSE(std::signbit(kth_difference({{3.0}}, {{3.0}}, 1)));
}

}  // namespace
}  // namespace kab::stats
