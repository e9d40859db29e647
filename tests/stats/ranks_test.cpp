#include "stats/ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::stats {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(DoubledMidranks, EqualValuesShareTheMeanOfTheirRanks) {
  // Ranks 1, 2.5, 2.5, 4, doubled.
  EXPECT_THAT(doubled_midranks({{30.0, 10.0, 20.0, 20.0}}), ElementsAre(8, 2, 5, 5));
}

TEST(DoubledMidranks, AllEqualValuesShareTheMiddleRank) {
  EXPECT_THAT(doubled_midranks({{7.0, 7.0, 7.0}}), ElementsAre(4, 4, 4));
}

TEST(DoubledMidranks, TakeBothZerosForEqual) {
  EXPECT_THAT(doubled_midranks({{-0.0, 0.0}}), ElementsAre(3, 3));
}

TEST(DoubledMidranks, OfNothingAreNone) { EXPECT_THAT(doubled_midranks({}), IsEmpty()); }

}  // namespace
}  // namespace kab::stats
