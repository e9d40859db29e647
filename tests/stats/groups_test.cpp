#include "stats/groups.h"

#include <gtest/gtest.h>

namespace kab::stats {
namespace {

using Groups = std::vector<std::vector<double>>;

const Groups kBaseline = {{10, 11, 12}, {10.5, 11.5}, {9.8, 10.9, 11.2, 12}};
const Groups kArm = {{12, 13, 12.5}, {13.1, 12.2, 12.9}};

// R 4.2: t.test on mean(log(group)) of each group.
TEST(GroupMeansT, IsWelchOnOneMeanOfLogsAGroup) {
  const auto result = group_means_t(kBaseline, kArm, 0.95).value();
  EXPECT_NEAR(result.p, 0.0396057579997933, 1e-12);
  EXPECT_NEAR(result.degrees_of_freedom, 1.02917860807114, 1e-11);
  EXPECT_NEAR(result.interval.low, 0.0283625315531897, 1e-11);
  EXPECT_NEAR(result.interval.high, 0.250603148597401, 1e-11);
}

TEST(GroupMeansT, GainsNothingFromMoreValuesOfTheSameGroups) {
  Groups doubled = kBaseline;
  for (auto& group : doubled) group.insert(group.end(), group.begin(), group.end());
  EXPECT_NEAR(group_means_t(doubled, kArm, 0.95).value().p, 0.0396057579997933, 1e-12);
}

TEST(GroupMeansT, NeedsTwoGroupsASideAndPositiveValues) {
  EXPECT_FALSE(group_means_t(kBaseline, Groups{{12, 13}}, 0.95));
  EXPECT_FALSE(group_means_t(kBaseline, Groups{{12, 13}, {}}, 0.95));
  EXPECT_FALSE(group_means_t(kBaseline, Groups{{12, 13}, {0, 12}}, 0.95));
  EXPECT_FALSE(group_means_t(Groups{{10}, {10}}, Groups{{12}, {12}}, 0.95));
}

}  // namespace
}  // namespace kab::stats
