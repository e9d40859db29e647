// Known answers: figures that people posted, with the verdict that the data allow. Exact p are
// counts of arrangements; intervals were recomputed in Python from all pairwise differences.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/judge_sets.h"
#include "support/made_sides.h"

namespace kab::analysis {
namespace {

using model::Better;
using model::Verdict;
using testing::has_remark;
using testing::has_warning;
using testing::made_side;
using Values = std::vector<double>;

const model::Metric kNs{.name = "time", .unit = "ns", .better = Better::kLower};
const model::Metric kOps{.name = "rate", .unit = "ops/s", .better = Better::kHigher};

model::Judgement judge(const std::vector<Side>& sides, const JudgeOptions& options = {}) {
  auto judgement = judge_sides(sides, options);
  EXPECT_TRUE(judgement) << (judgement ? "" : judgement.error().message);
  return judgement ? *judgement : model::Judgement{};
}

model::Comparison compare(const Values& baseline, const Values& arm, const model::Metric& metric,
                          const JudgeOptions& options = {}) {
  return judge(
             {made_side("base", {{"x", metric, baseline}}), made_side("new", {{"x", metric, arm}})},
             options)
      .comparisons.at(0);
}

JudgeOptions at(const std::string& threshold) {
  return {.thresholds = model::parse_thresholds(threshold).value()};
}

TEST(Cases, FiveEqualNewValuesAreACertainGainAndNoOldOneIsDropped) {
  const auto one = compare({115, 114, 115, 115, 115}, Values(5, 78.8), kNs);
  EXPECT_EQ(one.baseline_n, 5U);
  EXPECT_NEAR(one.p.value(), 2.0 / 252, 1e-12);
  EXPECT_NEAR(*one.arm_median / *one.baseline_median - 1, -0.3148, 1e-4);
  EXPECT_EQ(one.verdict, Verdict::kFaster);
}

TEST(Cases, AMeanIsOverTheCommonSetOnlyAndTheRestIsNamed) {
  const auto judgement = judge({made_side("old", {{"A", kNs, Values(5, 100)},
                                                  {"D", kNs, Values(5, 50)},
                                                  {"B", kNs, Values(5, 1000)}}),
                                made_side("new", {{"A", kNs, Values(5, 100)},
                                                  {"D", kNs, Values(5, 50)},
                                                  {"C", kNs, Values(5, 10)}})});
  EXPECT_EQ(judgement.comparisons.size(), 2U);
  ASSERT_EQ(judgement.means.size(), 1U);
  EXPECT_EQ(judgement.means[0].change, 0);
  EXPECT_EQ(judgement.means[0].common, 2U);
  EXPECT_EQ(judgement.means[0].unmatched, 2U);
  EXPECT_TRUE(has_warning(judgement, "unmatched"));
  EXPECT_TRUE(has_warning(judgement, "sets-differ"));
}

TEST(Cases, OneCommonSubjectHasNoMean) {
  const auto judgement =
      judge({made_side("old", {{"A", kNs, Values(5, 100)}, {"B", kNs, Values(5, 1000)}}),
             made_side("new", {{"A", kNs, Values(5, 100)}, {"C", kNs, Values(5, 10)}})});
  EXPECT_TRUE(judgement.means.empty());
  EXPECT_EQ(judgement.comparisons.at(0).change, 0);
}

TEST(Cases, ATinyChangeIsNotNone) {
  const auto one = compare(Values(6, 171717171716), Values(6, 171717171717), kNs, at("0"));
  EXPECT_GT(one.change.value(), 0);
  EXPECT_EQ(one.verdict, Verdict::kSlower);
  EXPECT_EQ(compare(Values(6, 7), Values(6, 7), kNs, at("0")).verdict, Verdict::kSame);
}

TEST(Cases, FromZeroIsAChangeWithoutAPercentageAtAnyThreshold) {
  for (const char* threshold : {"0", "1%", "1%,5ns"}) {
    const auto one = compare(Values(6, 0), Values(6, 100), kNs, at(threshold));
    EXPECT_FALSE(one.change) << threshold;
    EXPECT_EQ(one.absolute_change, 100) << threshold;
    EXPECT_EQ(one.verdict, Verdict::kSlower) << threshold;
    EXPECT_TRUE(has_remark(one, "from-zero")) << threshold;
    const auto none = compare(Values(6, 0), Values(6, 0), kNs, at(threshold));
    EXPECT_EQ(none.verdict, Verdict::kSame) << threshold;
    EXPECT_TRUE(has_remark(none, "no-change")) << threshold;
  }
}

TEST(Cases, AMeanWithAZeroInItIsNotComputed) {
  const auto judgement =
      judge({made_side("old", {{"A", kNs, Values(6, 0)}, {"B", kNs, Values(6, 10)}}),
             made_side("new", {{"A", kNs, Values(6, 100)}, {"B", kNs, Values(6, 10)}})});
  EXPECT_FALSE(judgement.means.at(0).change);
  EXPECT_FALSE(judgement.means.at(0).reason.empty());
}

TEST(Cases, OneAgainstOneShowsBothValuesAndAsksForMore) {
  const auto one = compare({100}, {150}, kNs);
  EXPECT_EQ(one.baseline_median, 100);
  EXPECT_EQ(one.arm_median, 150);
  EXPECT_NEAR(one.change.value(), 0.5, 1e-12);
  EXPECT_FALSE(one.interval);
  EXPECT_EQ(one.verdict, Verdict::kUndecided);
  EXPECT_TRUE(has_remark(one, "n-too-small"));
}

TEST(Cases, ThreeAgainstThreeIsDecidedByWelchWhichIsNamed) {
  const auto one = compare(Values(3, 81273), {152740, 152721, 152723}, kOps, at("1%,5ops/s"));
  EXPECT_EQ(one.method, "welch");
  EXPECT_TRUE(has_remark(one, "welch-decides"));
  EXPECT_NEAR(one.change.value(), 0.8792, 1e-4);
  EXPECT_EQ(one.verdict, Verdict::kFaster);
  EXPECT_LT(one.p.value(), 1e-6);
}

TEST(Cases, TwoBenchmarksOfWhichOneGained) {
  const auto judgement = judge(
      {made_side("old",
                 {{"json", kNs, {1726, 1723, 1707, 1707, 1713, 1729, 1736, 1707, 1705, 1774}},
                  {"gob", kNs, {3069, 3075, 3069, 3067, 3207, 3064, 3064, 3058, 3059, 3062}}}),
       made_side("new",
                 {{"json", kNs, {1423, 1416, 1411, 1413, 1412, 1426, 1422, 1424, 1447, 1425}},
                  {"gob", kNs, {3075, 3065, 3059, 3065, 3060, 3081, 3186, 3135, 3087, 3062}}})});
  const auto& json = judgement.comparisons.at(0);
  const auto& gob = judgement.comparisons.at(1);
  EXPECT_EQ(json.baseline_median, 1718);
  EXPECT_EQ(json.arm_median, 1422.5);
  EXPECT_EQ(json.verdict, Verdict::kFaster);
  EXPECT_LT(json.p.value(), 0.001);
  EXPECT_NEAR(gob.p.value(), 0.4461018857, 1e-9);
  EXPECT_NE(gob.verdict, Verdict::kSlower);
  EXPECT_NEAR(judgement.means.at(0).change.value(), -0.0894, 1e-4);
  EXPECT_TRUE(has_warning(judgement, "not-interleaved"));
}

const Values kBrk = {1351624.95, 1316322.79, 1330363.33, 1289563.33, 1314100.0, 1335475.48};
const Values kBrkNew = {1268030.0, 1277110.76, 1226452.45, 1275850.0, 1249628.35, 1242148.6};

TEST(Cases, FivePercentFewerOperationsAreSlowerWithTheirSpread) {
  const auto one = compare(kBrk, kBrkNew, kOps);
  EXPECT_NEAR(one.p.value(), 2.0 / 924, 1e-12);
  EXPECT_NEAR(one.change.value(), -0.0497824835, 1e-9);
  EXPECT_NEAR(one.interval->low, -0.0698828855, 1e-9);
  EXPECT_NEAR(one.interval->high, -0.0297890687, 1e-9);
  EXPECT_EQ(one.verdict, Verdict::kSlower);
  EXPECT_GT(one.baseline_spread.value(), 0);
  EXPECT_GT(one.arm_spread.value(), 0);
}

const Values kMoves = {314242.1, 314467.13, 314841.5,  313907.19, 314548.11,
                       313852.5, 314827.84, 313680.74, 314042.14, 315042.79};
const Values kLostMoves = {298545.54, 299000.95, 298915.62, 298371.45, 298509.15,
                           299223.65, 298226.74, 298115.08, 299101.23, 298558.74};
const Values kFixedMoves = {303643.28, 303814.05, 304138.38, 303298.9,  303747.33,
                            303060.84, 303592.48, 302831.56, 303909.81, 303622.07};

TEST(Cases, AFixThatRecoversAThirdOfTheLossIsNotCalledOne) {
  const auto judgement = judge({made_side("base", {{"pagemove", kOps, kMoves}}),
                                made_side("regression", {{"pagemove", kOps, kLostMoves}}),
                                made_side("fix", {{"pagemove", kOps, kFixedMoves}})});
  EXPECT_EQ(judgement.family_size, 2U);
  EXPECT_NEAR(judgement.comparisons.at(0).change.value(), -0.04993, 1e-5);
  EXPECT_NEAR(judgement.comparisons.at(1).change.value(), -0.03436, 1e-5);
  EXPECT_EQ(judgement.comparisons.at(1).verdict, Verdict::kSlower);
  ASSERT_EQ(judgement.recoveries.size(), 1U);
  const auto& recovery = judgement.recoveries[0];
  EXPECT_EQ(recovery.lost, "regression");
  EXPECT_EQ(recovery.by, "fix");
  EXPECT_DOUBLE_EQ(recovery.level, 0.975);
  // 4,909 of 15,688 operations a second; Fieller's interval at 97.5 % by scipy.
  EXPECT_NEAR(recovery.share.value(), 4909.0 / 15688, 0.001);
  EXPECT_NEAR(recovery.interval->low, 0.2883, 0.001);
  EXPECT_NEAR(recovery.interval->high, 0.3374, 0.001);
  EXPECT_EQ(recovery.text, "recovers 31 % [29, 34] of the loss, not all of it");
  EXPECT_NEAR(compare(kLostMoves, kFixedMoves, kOps).change.value(), 0.01647, 1e-5);
}

TEST(Cases, WideSpreadOnBothSidesDoesNotHideAHalving) {
  const auto one =
      compare({427893.13, 456267.6, 509121.02, 544289.08, 354004.06, 552310.73},
              {193538.65, 232133.85, 276146.66, 193345.38, 209411.34, 254782.41}, kOps);
  EXPECT_NEAR(one.p.value(), 2.0 / 924, 1e-12);
  EXPECT_NEAR(one.interval->low, -0.6202368938, 1e-9);
  EXPECT_NEAR(one.interval->high, -0.4045653175, 1e-9);
  EXPECT_EQ(one.verdict, Verdict::kSlower);
}

TEST(Cases, TheSameNumbersAreSlowerAsARateAndFasterAsATime) {
  const Values before = {12444442.19, 12599010.87, 12416009.38,
                         12494132.89, 12286766.76, 12359235.82};
  const Values after = {24055.57, 23235.46, 22142.13, 23782.13, 21732.13, 22415.46};
  const auto rate = compare(before, after, kOps);
  EXPECT_NEAR(rate.change.value(), -0.99817, 1e-5);
  EXPECT_EQ(rate.verdict, Verdict::kSlower);
  EXPECT_EQ(compare(before, after, kNs).verdict, Verdict::kFaster);
}

TEST(Cases, FiveAgainstFourHasTheMedianOfTheMiddleTwo) {
  const auto one = compare({1062161, 1066561, 1058130, 1061918, 1056868},
                           {1001561.5, 1008203, 1009651, 1000961}, kOps);
  EXPECT_EQ(one.arm_median, 1004882.25);
  EXPECT_NEAR(one.p.value(), 2.0 / 126, 1e-12);
  EXPECT_NEAR(one.change.value(), -0.0531286101, 1e-9);
  EXPECT_EQ(one.verdict, Verdict::kSlower);
}

TEST(Cases, ConstantsDifferWithoutATTestAndEqualOnesDoNot) {
  const model::Metric kilobytes{.name = "memory", .unit = "kB", .better = Better::kLower};
  const auto differ = compare(Values(10, 1210), Values(10, 1207), kilobytes, at("0"));
  EXPECT_EQ(differ.verdict, Verdict::kFaster);
  EXPECT_NEAR(differ.p.value(), 2.0 / 184756, 1e-12);
  EXPECT_TRUE(has_remark(differ, "zero-spread"));
  const auto small = compare(Values(10, 1210), Values(10, 1207), kilobytes);
  EXPECT_EQ(small.verdict, Verdict::kSame);
  EXPECT_TRUE(has_remark(small, "real-but-small"));
  const auto equal = compare(Values(10, 1210), Values(10, 1210), kilobytes);
  EXPECT_EQ(equal.change, 0);
  EXPECT_EQ(equal.p, 1);
  EXPECT_EQ(equal.verdict, Verdict::kSame);
}

TEST(Cases, SingleValuesOfTwoJobsAreNoVerdictAndCarryTheWarning) {
  const auto judgement = judge(
      {made_side("base", {{"x", kNs, {3.855077}}}), made_side("head", {{"x", kNs, {4.523439}}})});
  EXPECT_NEAR(judgement.comparisons[0].change.value(), 0.1734, 1e-4);
  EXPECT_EQ(judgement.comparisons[0].verdict, Verdict::kUndecided);
  EXPECT_TRUE(has_warning(judgement, "not-interleaved"));
}

TEST(Cases, ADriftAcrossBothBlocksIsNamed) {
  Values base;
  Values head;
  for (int i = 0; i < 30; ++i) {
    base.push_back(100 + 0.2 * i + 0.05 * (i % 3));
    head.push_back(106 + 0.2 * i + 0.05 * (i % 3));
  }
  EXPECT_TRUE(has_warning(
      judge({made_side("base", {{"x", kNs, base}}), made_side("head", {{"x", kNs, head}})}),
      "drift"));
}

TEST(Cases, WallAndCpuTimeThatDisagreeAreBothShownAndPWithoutAZero) {
  const model::Metric wall{.name = "wall", .unit = "s", .better = Better::kLower};
  const model::Metric cpu{.name = "cpu", .unit = "s", .better = Better::kLower};
  const auto judgement =
      judge({made_side("old", {{"x", wall, Values(1000, 1)}, {"x", cpu, Values(1000, 1000)}}),
             made_side("new", {{"x", wall, Values(1000, 1000)}, {"x", cpu, Values(1000, 1)}})});
  ASSERT_EQ(judgement.comparisons.size(), 2U);
  EXPECT_EQ(judgement.comparisons[0].verdict, Verdict::kSlower);
  EXPECT_EQ(judgement.comparisons[1].verdict, Verdict::kFaster);
  EXPECT_LT(judgement.comparisons[0].p.value(), 1e-4);
  EXPECT_TRUE(has_warning(judgement, "metrics-disagree"));
  EXPECT_TRUE(judgement.means.empty());  // of two metrics there is no mean
}

TEST(Cases, FourteenRatiosHaveTheirMeanInEachMetric) {
  const model::Metric wall{.name = "wall", .unit = "ns", .better = Better::kLower};
  const model::Metric cpu{.name = "cpu", .unit = "ns", .better = Better::kLower};
  const Values wall_ratios = {0.5,  2,   0.99,    1.01, 0.9, 1.1,  100,
                              0.01, 1.1, 2.0 / 3, 1.1,  0.1, 1e-9, 1};
  const Values cpu_ratios = {0.5,  2,   0.99,    1.01, 0.9, 1.1,  100,
                             0.01, 0.9, 2.0 / 3, 1,    1.2, 1e-9, 1};
  std::vector<testing::MadeSet> old_sets;
  std::vector<testing::MadeSet> new_sets;
  double wall_logs = 0;
  double cpu_logs = 0;
  for (std::size_t i = 0; i < wall_ratios.size(); ++i) {
    const auto name = "b" + std::to_string(i);
    old_sets.push_back({name, wall, {10}});
    new_sets.push_back({name, wall, {10 * wall_ratios[i]}});
    old_sets.push_back({name, cpu, {10}});
    new_sets.push_back({name, cpu, {10 * cpu_ratios[i]}});
    wall_logs += std::log(wall_ratios[i]) / 14;
    cpu_logs += std::log(cpu_ratios[i]) / 14;
  }
  const auto means = judge({made_side("old", old_sets), made_side("new", new_sets)}).means;
  ASSERT_EQ(means.size(), 2U);
  EXPECT_NEAR(means[0].change.value(), std::exp(wall_logs) - 1, 1e-12);
  EXPECT_NEAR(means[1].change.value(), std::exp(cpu_logs) - 1, 1e-12);
  EXPECT_EQ(means[0].common, 14U);
}

TEST(Cases, NoDifferenceShownIsNotSame) {
  const auto one = compare({50, 200, 150, 400, 750, 400, 150}, {150, 400, 720, 500, 930}, kNs);
  EXPECT_EQ(one.baseline_median, 200);
  EXPECT_EQ(one.arm_median, 500);
  EXPECT_EQ(one.verdict, Verdict::kUndecided);
}

TEST(Cases, PercentagesChangeInPoints) {
  const model::Metric share{.name = "idle", .unit = "%", .better = Better::kLower};
  const Values before = {3.85, 3.84, 3.86, 3.85, 3.83, 3.87};
  const Values after = {7.33, 7.32, 7.34, 7.33, 7.31, 7.35};
  const auto one = compare(before, after, share);
  EXPECT_FALSE(one.change);
  EXPECT_NEAR(one.absolute_change.value(), 3.48, 1e-9);
  EXPECT_EQ(one.verdict, Verdict::kSlower);
  EXPECT_TRUE(has_remark(one, "points"));
  EXPECT_EQ(compare(before, after, share, at("5%")).verdict, Verdict::kSame);
}

TEST(Cases, TwoMetricsOfOneRunKeepTheirOwnVerdicts) {
  const model::Metric rate{.name = "MB/s", .unit = "MB/s", .better = Better::kHigher};
  const auto around = [](double middle) {
    Values values;
    for (int i = -3; i <= 3; ++i) values.push_back(middle * (1 + 0.001 * i));
    return values;
  };
  const auto judgement = judge(
      {made_side("old", {{"sockpair", kOps, around(781743)}, {"sockpair", rate, around(551.38)}}),
       made_side("new", {{"sockpair", kOps, around(764106)}, {"sockpair", rate, around(52.18)}})});
  ASSERT_EQ(judgement.comparisons.size(), 2U);
  EXPECT_NEAR(judgement.comparisons[0].change.value(), -0.0226, 1e-4);
  EXPECT_NEAR(judgement.comparisons[1].change.value(), -0.9054, 1e-4);
  EXPECT_TRUE(judgement.comparisons[0].primary);
  EXPECT_EQ(judgement.comparisons[0].verdict, Verdict::kSlower);
  EXPECT_EQ(judgement.comparisons[1].verdict, Verdict::kSlower);
  EXPECT_TRUE(has_warning(judgement, "metrics-disagree"));
  EXPECT_TRUE(judgement.means.empty());
}

TEST(Cases, MoreSecondsAreSlowerWhateverSignATableGaveThem) {
  const auto judgement = judge({made_side("vanilla", {{"1", kNs, {0.3073}}, {"4", kNs, {0.7863}}}),
                                made_side("next", {{"1", kNs, {0.3333}}, {"4", kNs, {0.7350}}})});
  EXPECT_NEAR(judgement.comparisons[0].change.value(), 0.0846, 1e-4);
  EXPECT_NEAR(judgement.comparisons[1].change.value(), -0.0652, 1e-4);
  EXPECT_EQ(judgement.comparisons[0].verdict, Verdict::kUndecided);
}

TEST(Cases, TwoSpeedsByProcessAreEightValuesNotAHundredAndSixty) {
  testing::MadeSet base{"x", kNs, {}};
  testing::MadeSet arm{"x", kNs, {}};
  for (std::uint32_t process = 0; process < 8; ++process)
    for (int i = 0; i < 20; ++i) {
      const double ripple = 0.05 * (i * 7 % 20);
      base.values.push_back((process % 2 == 0 ? 40 : 85) + ripple);
      arm.values.push_back((process % 2 == 0 ? 41 : 86) + ripple);
      base.groups.push_back(process);
      arm.groups.push_back(process);
    }
  const auto judgement = judge({made_side("old", {base}), made_side("new", {arm})});
  const auto& one = judgement.comparisons.at(0);
  EXPECT_EQ(one.baseline_n, 8U);
  EXPECT_EQ(one.replication, model::Replication::kProcess);
  EXPECT_EQ(one.verdict, Verdict::kUndecided);
  EXPECT_LT(one.interval->low, -0.3);
  EXPECT_GT(one.interval->high, 0.3);
  EXPECT_TRUE(has_warning(judgement, "modes"));
  // The same values without their processes would have been certain of something.
  base.groups.clear();
  arm.groups.clear();
  EXPECT_LT(judge({made_side("old", {base}), made_side("new", {arm})}).comparisons.at(0).p.value(),
            one.p.value());
}

}  // namespace
}  // namespace kab::analysis
