#include "stats/weighted.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"

namespace kab::stats {
namespace {

void expect_same(const Weighted& one, const Weighted& other) {
  ASSERT_TRUE(std::ranges::equal(one.values(), other.values()));
  for (std::size_t i = 0; i < one.values().size(); ++i) EXPECT_EQ(one.count(i), other.count(i));
  EXPECT_EQ(one.total(), other.total());
}

std::vector<double> draw(std::size_t n, double steps) {
  Random random(51);
  std::vector<double> values(n);
  for (double& value : values) value = std::floor(random.uniform() * steps) / 8;
  return values;
}

TEST(Weighted, CountsEqualValuesTogether) {
  const auto weighted = Weighted::of(std::vector<double>{3, 1, 3, 2, 3, 1, -0.0, 0.0});
  ASSERT_EQ(weighted.values().size(), 4U);
  EXPECT_TRUE(std::ranges::equal(weighted.values(), std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(weighted.count(0), 2U);
  EXPECT_EQ(weighted.count(1), 2U);
  EXPECT_EQ(weighted.count(3), 3U);
  EXPECT_EQ(weighted.count_from(2), 4U);
  EXPECT_EQ(weighted.count_from(4), 0U);
  EXPECT_EQ(weighted.total(), 8U);
}

TEST(Weighted, OfFewDifferentValuesIsWhatSortingGives) {
  auto values = draw(50'000, 100);
  const auto few = Weighted::of_few_different(values);
  ASSERT_TRUE(few);
  std::sort(values.begin(), values.end());
  expect_same(*few, Weighted::of_sorted(values));
}

TEST(Weighted, IsOfFewDifferentValuesOnlyWhereTheyAreFew) {
  EXPECT_FALSE(Weighted::of_few_different(draw(50'000, 1e9)));
  EXPECT_FALSE(Weighted::of_few_different(std::vector<double>(100, 1.0)));
  // The look at some of them is misled: half of the values are equal, the others all differ.
  auto values = draw(300'000, 1e12);
  for (std::size_t i = 0; i < values.size(); i += 5)
    for (std::size_t j = i; j < i + 3; ++j) values[j] = 4;
  EXPECT_FALSE(Weighted::of_few_different(values));
  expect_same(Weighted::of(values), [&] {
    std::sort(values.begin(), values.end());
    return Weighted::of_sorted(values);
  }());
}

}  // namespace
}  // namespace kab::stats
