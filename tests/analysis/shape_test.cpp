#include "analysis/shape.h"

#include <numeric>

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

using Counts = std::vector<std::size_t>;

TEST(CountsInParts, CountsEachValueOnceAndOutsidersAtTheEnds) {
  const std::vector<double> values = {-5, 0, 0.5, 1, 1.5, 2, 3.9, 4, 9};
  EXPECT_EQ(counts_in_parts(values, 0, 4, 4), (Counts{3, 2, 1, 3}));
  EXPECT_TRUE(counts_in_parts(values, 4, 4, 4).empty());
  EXPECT_TRUE(counts_in_parts({}, 0, 4, 4).empty());
}

TEST(Shape, GivesAllArmsOneRangeThatAnOutlierDoesNotStretch) {
  std::vector<double> base;
  std::vector<double> arm;
  for (int i = 0; i < 40; ++i) {
    base.push_back(100 + i % 10);
    arm.push_back(120 + i % 10);
  }
  arm.back() = 1e6;
  const auto shape = shape_of({}, {NamedValues{"base", base}, NamedValues{"arm", arm}}).value();
  EXPECT_EQ(shape.low, 100);
  EXPECT_LT(shape.high, 200);
  ASSERT_EQ(shape.arms.size(), 2U);
  EXPECT_EQ(shape.arms[1].counts.back(), 1U);
  EXPECT_EQ(std::accumulate(shape.arms[1].counts.begin(), shape.arms[1].counts.end(), 0U), 40U);
}

TEST(Shape, IsNothingForEqualOrFewValues) {
  const std::vector<double> equal(9, 1);
  const std::vector<double> few = {1, 2, 3};
  const std::vector<double> enough = {1, 2, 3, 4, 5, 6};
  EXPECT_FALSE(shape_of({}, {NamedValues{"a", equal}, NamedValues{"b", equal}}));
  EXPECT_FALSE(shape_of({}, {NamedValues{"a", few}, NamedValues{"b", enough}}));
  EXPECT_FALSE(shape_of({}, {}));
}

}  // namespace
}  // namespace kab::analysis
