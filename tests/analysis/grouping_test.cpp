#include "analysis/grouping.h"

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

TEST(Grouped, BordersAreAtMultiplesOfTheWidthAlsoBelowZero) {
  const std::vector<double> values = {-0.5, -1, 0, 0.999, 1, 5};
  const auto groups = grouped(values, 1);
  ASSERT_EQ(groups.size(), 4U);
  EXPECT_EQ(groups[0].from, -1);
  EXPECT_EQ(groups[0].count, 2U);
  EXPECT_EQ(groups[1].from, 0);
  EXPECT_EQ(groups[1].count, 2U);
  EXPECT_EQ(groups[2].from, 1);
  EXPECT_EQ(groups[3].from, 5);
}

// So far apart that places between them cannot be counted one by one.
TEST(Grouped, ValuesFarApartAreInTheSameGroupsAsNearOnes) {
  const std::vector<double> values = {-1e300, 12, 19, 20, 3e9, 3e9, 1e18};
  const auto groups = grouped(values, 10);
  ASSERT_EQ(groups.size(), 5U);
  EXPECT_EQ(groups[1].from, 10);
  EXPECT_EQ(groups[1].count, 2U);
  EXPECT_EQ(groups[2].from, 20);
  EXPECT_EQ(groups[3].from, 3e9);
  EXPECT_EQ(groups[3].count, 2U);
  EXPECT_TRUE(grouped({}, 10).empty());
}

TEST(FittingWidth, IsOneTwoOrFiveTimesAPowerOfTen) {
  std::vector<double> values;
  for (int i = 0; i <= 100; ++i) values.push_back(1000 + i);
  EXPECT_EQ(fitting_width(values), 10);
  EXPECT_EQ(fitting_width(std::vector<double>{3, 3, 3}), 1);
  EXPECT_EQ(fitting_width(std::vector<double>{}), 1);
}

}  // namespace
}  // namespace kab::analysis
