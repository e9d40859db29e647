#include "analysis/unpaired.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "base/random.h"

namespace kab::analysis {
namespace {

using model::Verdict;

model::Comparison compare(const std::vector<double>& baseline, const std::vector<double>& arm,
                          const model::Metric& metric = model::time_metric()) {
  model::Comparison names;
  names.metric = metric;
  names.replication = model::Replication::kUnknown;
  return compare_unpaired(names, {.values = baseline, .groups = {}}, {.values = arm, .groups = {}},
                          {})
      .value();
}

bool has(const model::Comparison& comparison, const std::string& code) {
  return std::ranges::any_of(comparison.remarks,
                             [&](const model::Remark& remark) { return remark.code == code; });
}

// Figures of public reports; the exact p are counts of arrangements.
TEST(CompareUnpaired, FiveAgainstFiveThatDoNotOverlapIsACertainChange) {
  const auto result = compare({115, 114, 115, 115, 115}, std::vector<double>(5, 78.8));
  EXPECT_NEAR(result.p.value(), 2.0 / 252, 1e-6);
  EXPECT_NEAR(result.change.value(), 78.8 / 115 - 1, 0.005);
  EXPECT_EQ(result.verdict, Verdict::kFaster);
  EXPECT_EQ(result.baseline_n, 5U);
}

TEST(CompareUnpaired, SixAgainstSixOpsPerSecondIsSlowerWhenLower) {
  const model::Metric rate{.name = "n", .unit = "ops/s", .better = model::Better::kHigher};
  const auto result = compare({1320e3, 1341e3, 1300e3, 1345e3, 1310e3, 1322e3},
                              {1250e3, 1262e3, 1240e3, 1275e3, 1233e3, 1279e3}, rate);
  EXPECT_NEAR(result.p.value(), 2.0 / 924, 1e-6);
  EXPECT_EQ(result.verdict, Verdict::kSlower);
}

TEST(CompareUnpaired, ThreeAgainstThreeIsCarriedByWelchByName) {
  const auto result = compare({81273, 81273, 81273}, {152740, 152721, 152723});
  EXPECT_EQ(result.method, "welch");
  EXPECT_TRUE(has(result, "welch-decides"));
  EXPECT_NEAR(result.change.value(), 0.8792, 0.0001);
  EXPECT_EQ(result.verdict, Verdict::kSlower);
}

TEST(CompareUnpaired, OneAgainstOneShowsTheRatioAndNoVerdict) {
  const auto result = compare({100}, {150});
  EXPECT_EQ(result.verdict, Verdict::kUndecided);
  EXPECT_FALSE(result.interval);
  EXPECT_NEAR(result.change.value(), 0.5, 1e-9);
  EXPECT_TRUE(has(result, "n-too-small"));
}

TEST(CompareUnpaired, OverlappingSetsAreNotShownDifferent) {
  const auto result = compare({50, 200, 150, 400, 750, 400, 150}, {100, 300, 200, 800, 1300});
  EXPECT_EQ(result.verdict, Verdict::kUndecided);
  EXPECT_FALSE(has(result, "size-unclear"));
}

// 1 % more, in more values than shifts are computed exactly for.
TEST(CompareUnpaired, VeryManyValuesSayHowFarOffTheirIntervalMayBe) {
  Random random(91);
  std::vector<double> baseline(60'000);
  std::vector<double> arm(60'000);
  for (double& value : baseline) value = 1000 + random.normal();
  for (double& value : arm) value = 1010 + random.normal();
  const auto result = compare(baseline, arm);
  EXPECT_TRUE(has(result, "approximate"));
  EXPECT_NEAR(result.change.value(), 0.01, 1e-4);
  EXPECT_LT(result.interval->high - result.interval->low, 1e-4);
  baseline.resize(1000);
  EXPECT_FALSE(has(compare(baseline, {1001, 1002, 1003, 1004}), "approximate"));
}

TEST(CompareUnpaired, OneSessionASideSaysSo) {
  std::vector<double> base(30);
  std::iota(base.begin(), base.end(), 100);
  auto arm = base;
  for (double& x : arm) x *= 2;
  const std::vector<std::uint32_t> one(30, 0);
  model::Comparison names;
  names.replication = model::Replication::kProcess;
  const auto result =
      compare_unpaired(names, {.values = base, .groups = one}, {.values = arm, .groups = one}, {})
          .value();
  EXPECT_EQ(result.verdict, Verdict::kSlower);
  EXPECT_TRUE(has(result, "one-session"));
}

TEST(CompareUnpaired, FourSessionsASideAreJudgedByTheirMedians) {
  // Within a session values hardly vary, between sessions they do: eight medians decide, not 80
  // values.
  std::vector<double> base;
  std::vector<double> arm;
  std::vector<std::uint32_t> groups;
  for (std::uint32_t session = 0; session < 4; ++session)
    for (int i = 0; i < 10; ++i) {
      base.push_back(100 + 10 * session + 0.01 * i);
      arm.push_back(104 + 10 * session + 0.01 * i);
      groups.push_back(session);
    }
  const auto with_groups = compare_unpaired({}, {.values = base, .groups = groups},
                                            {.values = arm, .groups = groups}, {})
                               .value();
  EXPECT_EQ(with_groups.replication, model::Replication::kSession);
  EXPECT_EQ(with_groups.verdict, Verdict::kUndecided);
  EXPECT_GT(with_groups.p.value(), 0.3);
}

TEST(CompareUnpaired, TwoOrThreeSessionsUseATOnTheirMeans) {
  const std::vector<double> base = {100, 101, 110, 111};
  const std::vector<double> arm = {200, 201, 220, 221};
  const std::vector<std::uint32_t> groups = {0, 0, 1, 1};
  const auto result = compare_unpaired({}, {.values = base, .groups = groups},
                                       {.values = arm, .groups = groups}, {})
                          .value();
  EXPECT_EQ(result.method, "t on session means");
  EXPECT_NEAR(result.change.value(), 1.0, 0.01);
}

}  // namespace
}  // namespace kab::analysis
