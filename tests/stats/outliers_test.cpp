#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stats/trend.h"

namespace kab::stats {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<double> equal_and_one(double common, std::size_t n, double last) {
  std::vector<double> values(n, common);
  values.push_back(last);
  return values;
}

TEST(Outliers, AreFoundOnBothSides) {
  EXPECT_THAT(outliers({{10, 11, 9, 10.5, 9.5, 50, 10.2, 9.8, -30}}), ElementsAre(5, 8));
}

TEST(Outliers, LieBeyondThreeAndAHalfScaledDeviations) {
  // Median 0, MAD 1: the border is at 3.5 × 1.4826 = 5.19.
  EXPECT_THAT(outliers({{-2, -1, -1, 0, 1, 1, 5.1}}), IsEmpty());
  EXPECT_THAT(outliers({{-2, -1, -1, 0, 1, 1, 5.3}}), ElementsAre(6));
}

TEST(Outliers, AreFoundWhereTheMadIsZero) {
  EXPECT_THAT(outliers(equal_and_one(100, 20, 101)), ElementsAre(20));
  EXPECT_THAT(outliers(equal_and_one(100, 20, 50)), ElementsAre(20));
}

TEST(Outliers, OfEqualValuesAreNone) {
  EXPECT_THAT(outliers(std::vector<double>(5, 3)), IsEmpty());
  EXPECT_THAT(outliers({}), IsEmpty());
  EXPECT_THAT(outliers({{1}}), IsEmpty());
}

TEST(Outliers, OfALongTailAreAllOfIt) {
  std::vector<double> values(1980, 500);
  values.insert(values.end(), 20, 600);
  EXPECT_THAT(outliers(values), SizeIs(20));
}

TEST(FirstValue, IsOddWhenItStandsApartFromTheOthers) {
  EXPECT_EQ(first_value({{30, 10, 11, 9, 10, 11, 9, 10}}), FirstValue::kOdd);
  EXPECT_EQ(first_value({{-10, 10, 11, 9, 10, 11, 9, 10}}), FirstValue::kOdd);
  EXPECT_EQ(first_value({{11.5, 10, 11, 9, 10, 11, 9, 10}}), FirstValue::kLikeTheRest);
}

TEST(FirstValue, IsJudgedByTheOthersAlone) {
  // The others: median 10, MAD 1, so the border is at 10 + 5 × 1.4826 = 17.41.
  EXPECT_EQ(first_value({{17.3, 10, 11, 9, 10, 11, 9, 11, 9}}), FirstValue::kLikeTheRest);
  EXPECT_EQ(first_value({{17.5, 10, 11, 9, 10, 11, 9, 11, 9}}), FirstValue::kOdd);
}

TEST(FirstValue, DoesNotWidenTheSpreadItIsJudgedBy) {
  // The others: MAD 0, mean absolute deviation 6/7, border at 10 + 5 × 1.2533 × 6/7 = 15.4.
  EXPECT_EQ(first_value({{16, 10, 10, 10, 10, 12, 12, 12}}), FirstValue::kOdd);
  EXPECT_EQ(first_value({{15, 10, 10, 10, 10, 12, 12, 12}}), FirstValue::kLikeTheRest);
}

TEST(FirstValue, IsOddBesideConstantOthers) {
  EXPECT_EQ(first_value({{7, 5, 5, 5, 5, 5, 5, 5}}), FirstValue::kOdd);
  EXPECT_EQ(first_value({{5, 5, 5, 5, 5, 5, 5, 5}}), FirstValue::kLikeTheRest);
}

TEST(FirstValue, OfFewerThanEightIsNotJudged) {
  EXPECT_EQ(first_value({{900, 5, 5, 5, 5, 5, 5}}), FirstValue::kLikeTheRest);
  EXPECT_EQ(first_value({}), FirstValue::kLikeTheRest);
}

}  // namespace
}  // namespace kab::stats
