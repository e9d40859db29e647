#include "stats/subset.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

std::vector<double> count_up(std::size_t n) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 0.0);
  return values;
}

TEST(Subset, OfFewValuesIsAllOfThem) {
  EXPECT_EQ(subset(count_up(5), 5), count_up(5));
  EXPECT_EQ(subset(count_up(5), 9), count_up(5));
  EXPECT_TRUE(subset({}, 3).empty());
}

TEST(Subset, TakesOneValueFromEachStretch) {
  const auto part = subset(count_up(1000), 100);
  ASSERT_EQ(part.size(), 100U);
  for (std::size_t i = 0; i < part.size(); ++i) {
    EXPECT_GE(part[i], static_cast<double>(10 * i));
    EXPECT_LT(part[i], static_cast<double>(10 * i + 10));
  }
}

// Every stretch is one turn of the pattern: fixed places would show one of its values only.
TEST(Subset, SeesAllOfAPatternThatRepeats) {
  std::vector<double> values(10'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 10);
  const auto part = subset(values, 1000);
  for (int digit = 0; digit < 10; ++digit)
    EXPECT_NEAR(static_cast<double>(std::count(part.begin(), part.end(), digit)), 100, 5) << digit;
}

}  // namespace
}  // namespace kab::stats
