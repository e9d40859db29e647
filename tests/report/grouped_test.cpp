#include "report/grouped.h"

#include <limits>

#include <gtest/gtest.h>

namespace kab::report {
namespace {

std::string one_arm(double width, std::size_t n, std::vector<model::Group> groups) {
  return grouped_text({.workload = "w",
                       .metric = {},
                       .width = width,
                       .arms = {{.name = "a", .n = n, .groups = std::move(groups)}}},
                      {});
}

TEST(Grouped, IsTheLayoutOfTheKernelMailByteForByte) {
  const model::GroupedDistribution distribution{
      .workload = "unix-seqpacket",
      .metric = {"B/s", "B/s", model::Better::kHigher},
      .width = 1e6,
      .arms = {{"stock 4.3", 100, {{13e6, 3}, {14e6, 82}, {15e6, 15}}},
               {"patch", 100, {{13e6, 54}, {22e6, 2}}}}};
  EXPECT_EQ(grouped_text(distribution, {}),
            "stock 4.3\n"
            "---------\n"
            "13000000.000-13999999.000\t3\t(3%)\n"
            "14000000.000-14999999.000\t82\t(82%)\n"
            "15000000.000-15999999.000\t15\t(15%)\n"
            "\n"
            "patch\n"
            "-----\n"
            "13000000.000-13999999.000\t54\t(54%)\n"
            "22000000.000-22999999.000\t2\t(2%)\n");
}

TEST(Grouped, EndsAThousandthBelowTheNextGroupWhereTheWidthIsNotWholeOrOne) {
  EXPECT_EQ(one_arm(1, 1, {{20, 1}}), "a\n-\n20.000-20.999\t1\t(100%)\n");
  EXPECT_EQ(one_arm(2.5, 1, {{5, 1}}), "a\n-\n5.000-7.499\t1\t(100%)\n");
  EXPECT_EQ(one_arm(0.1, 1, {{0.30000000000000004, 1}}), "a\n-\n0.300-0.399\t1\t(100%)\n");
  EXPECT_EQ(one_arm(2, 1, {{4, 1}}), "a\n-\n4.000-5.000\t1\t(100%)\n");
}

TEST(Grouped, HasNegativeGroups) {
  EXPECT_EQ(one_arm(1000, 2, {{-2000, 1}, {-0.0, 1}}),
            "a\n-\n-2000.000--1001.000\t1\t(50%)\n0.000-999.000\t1\t(50%)\n");
}

TEST(Grouped, RoundsPercentToTheNearestAndSaysLessThanOne) {
  const auto text = one_arm(10, 1000, {{0, 1}, {10, 9}, {20, 10}, {30, 14}, {40, 15}, {50, 951}});
  EXPECT_EQ(text,
            "a\n-\n"
            "0.000-9.000\t1\t(<1%)\n"
            "10.000-19.000\t9\t(<1%)\n"
            "20.000-29.000\t10\t(1%)\n"
            "30.000-39.000\t14\t(1%)\n"
            "40.000-49.000\t15\t(2%)\n"
            "50.000-59.000\t951\t(95%)\n");
}

TEST(Grouped, LeavesEmptyGroupsOutAndShowsAnArmWithoutValues) {
  EXPECT_EQ(one_arm(10, 1, {{0, 0}, {10, 1}}), "a\n-\n10.000-19.000\t1\t(100%)\n");
  EXPECT_EQ(one_arm(10, 0, {}), "a\n-\n");
}

TEST(Grouped, InventsNoDecimalsForHugeNumbers) {
  EXPECT_EQ(one_arm(1e300, 1, {{1e300, 1}}), "a\n-\n1e+300-2e+300\t1\t(100%)\n");
  EXPECT_EQ(one_arm(10, 1, {{std::numeric_limits<double>::infinity(), 1}}),
            "a\n-\n---\t1\t(100%)\n");
}

TEST(Grouped, UnderlinesByDisplayWidthAndNeutralisesNames) {
  const model::GroupedDistribution distribution{
      .workload = "w", .metric = {}, .width = 1, .arms = {{"日本", 0, {}}, {"\x1b[m", 0, {}}}};
  EXPECT_EQ(grouped_text(distribution, {}), "日本\n----\n\n\\x1b[m\n------\n");
}

TEST(GroupedTitle, NamesTheMetricOnceAndTheWidthInFull) {
  model::GroupedDistribution one{
      .workload = "w", .metric = {"B/s", "B/s", model::Better::kHigher}, .width = 1e6, .arms = {}};
  EXPECT_EQ(grouped_title(one), "Distribution of w, B/s, groups of 1000000");
  one.metric = model::time_metric();
  one.width = 0.25;
  EXPECT_EQ(grouped_title(one), "Distribution of w, time in ns/op, groups of 0.25");
}

}  // namespace
}  // namespace kab::report
