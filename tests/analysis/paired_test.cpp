#include "analysis/paired.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace kab::analysis {
namespace {

using model::Verdict;

model::Comparison compare(const std::vector<double>& baseline, const std::vector<double>& arm,
                          const Policy& policy = {},
                          const model::Metric& metric = model::time_metric()) {
  model::Comparison names;
  names.metric = metric;
  return compare_paired(names, {.baseline = baseline, .second = {}, .arm = arm}, policy).value();
}

bool has(const model::Comparison& comparison, const std::string& code) {
  return std::ranges::any_of(comparison.remarks,
                             [&](const model::Remark& remark) { return remark.code == code; });
}

std::vector<double> around(double middle, std::size_t n) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i)
    values.push_back(middle * (1 + 0.0001 * static_cast<double>(i * 7 % 11)));
  return values;
}

TEST(ComparePaired, TenPercentMoreTimeIsSlower) {
  const auto base = around(100, 24);
  auto arm = base;
  std::ranges::transform(base, arm.begin(), [](double x) { return 1.1 * x; });
  const auto result = compare(base, arm);
  EXPECT_EQ(result.verdict, Verdict::kSlower);
  EXPECT_NEAR(result.change.value(), 0.1, 1e-9);
  EXPECT_NEAR(result.absolute_change.value(), 10, 0.02);
  EXPECT_NEAR(result.interval->low, 0.1, 1e-9);
  EXPECT_EQ(result.baseline_n, 24U);
  EXPECT_EQ(result.method, "signed-rank");
  // Exact two-sided p of 24 differences of one sign: 2 / 2^24.
  EXPECT_NEAR(result.p.value(), 2 / std::pow(2, 24), 1e-12);
}

TEST(ComparePaired, TimeAndRateAgreeOnTheVerdict) {
  const auto ns = around(100, 12);
  std::vector<double> slower_ns;
  std::vector<double> rate;
  std::vector<double> slower_rate;
  for (const double x : ns) {
    slower_ns.push_back(x * 1.02);
    rate.push_back(16e9 / x);
    slower_rate.push_back(16e9 / (x * 1.02));
  }
  const model::Metric rates{.name = "B/s", .unit = "B/s", .better = model::Better::kHigher};
  EXPECT_EQ(compare(ns, slower_ns).verdict, Verdict::kSlower);
  EXPECT_EQ(compare(rate, slower_rate, {}, rates).verdict, Verdict::kSlower);
}

TEST(ComparePaired, TooFewBlocksGiveNoIntervalAndSayHowManyAreNeeded) {
  const auto result = compare(around(100, 5), around(200, 5));
  EXPECT_EQ(result.verdict, Verdict::kUndecided);
  EXPECT_FALSE(result.interval);
  EXPECT_TRUE(has(result, "n-too-small"));
  EXPECT_NE(result.remarks.back().text.find("at least 6 blocks"), std::string::npos);
  EXPECT_NEAR(result.change.value(), 1.0, 0.01);
}

TEST(ComparePaired, NoValuesAtAllIsUndecidedAndNothingElse) {
  const auto result = compare({}, {});
  EXPECT_EQ(result.verdict, Verdict::kUndecided);
  EXPECT_FALSE(result.change);
  EXPECT_FALSE(result.p);
  EXPECT_FALSE(result.baseline_median);
}

TEST(ComparePaired, ASmallRealChangeIsSameWithARemark) {
  const auto base = around(100, 24);
  auto arm = base;
  std::ranges::transform(base, arm.begin(), [](double x) { return 1.002 * x; });
  const auto result = compare(base, arm);
  EXPECT_EQ(result.verdict, Verdict::kSame);
  EXPECT_TRUE(has(result, "real-but-small"));
}

TEST(ComparePaired, AnUndecidedOneSaysWhatIsDetectableAndWhatItWouldTake) {
  std::vector<double> base(12, 100);
  std::vector<double> arm;
  for (int i = 0; i < 12; ++i) arm.push_back(100 + (i % 2 == 0 ? 4 : -3) + 0.1 * i);
  const auto result = compare(base, arm);
  ASSERT_EQ(result.verdict, Verdict::kUndecided);
  EXPECT_GT(result.detectable.value(), 0.01);
  EXPECT_GT(result.blocks_needed.value_or(13), 12U);
}

TEST(ComparePaired, FromZeroHasNoPercentageButIsAChange) {
  const std::vector<double> zero(8, 0);
  const std::vector<double> hundred(8, 100);
  const auto result = compare(zero, hundred);
  EXPECT_FALSE(result.change);
  EXPECT_EQ(result.absolute_change, 100);
  EXPECT_EQ(result.verdict, Verdict::kSlower);
  EXPECT_TRUE(has(result, "from-zero"));
}

TEST(ComparePaired, ZeroAgainstZeroIsNoChange) {
  const std::vector<double> zero(8, 0);
  const auto result = compare(zero, zero);
  EXPECT_EQ(result.verdict, Verdict::kSame);
  EXPECT_EQ(result.p, 1);
  EXPECT_TRUE(has(result, "no-change"));
}

TEST(ComparePaired, ConstantsAgainstOtherConstantsDifferWithoutSpread) {
  const auto result = compare(std::vector<double>(10, 1210), std::vector<double>(10, 1207),
                              {.thresholds = model::parse_thresholds("0").value()});
  EXPECT_EQ(result.verdict, Verdict::kFaster);
  EXPECT_NEAR(result.change.value(), -0.00248, 0.00001);
  EXPECT_TRUE(has(result, "zero-spread"));
  const auto same = compare(std::vector<double>(10, 1210), std::vector<double>(10, 1210));
  EXPECT_EQ(same.verdict, Verdict::kSame);
  EXPECT_EQ(same.change, 0);
}

TEST(ComparePaired, ExtremeValuesStayFinite) {
  for (const double scale : {1e-300, 1e300}) {
    const auto result = compare(around(scale, 10), around(2 * scale, 10));
    EXPECT_NEAR(result.change.value(), 1, 0.01) << scale;
    EXPECT_TRUE(std::isfinite(result.interval->low)) << scale;
    EXPECT_TRUE(std::isfinite(result.absolute_change.value())) << scale;
  }
}

TEST(ComparePaired, AChangeHasToShowAgainstBothTurnsOfTheBaseline) {
  const auto first = around(100, 24);
  auto second = first;
  auto arm = first;
  for (double& x : second) x *= 1.03;
  for (double& x : arm) x *= 1.04;
  const auto alone = compare(first, arm);
  EXPECT_EQ(alone.verdict, Verdict::kSlower);
  const auto result =
      compare_paired({}, {.baseline = first, .second = second, .arm = arm}, {}).value();
  // +4 % against the first turn, +0.97 % against the second: the interval holds both.
  EXPECT_EQ(result.verdict, Verdict::kUndecided);
  EXPECT_NEAR(result.interval->low, 1.04 / 1.03 - 1, 1e-6);
  EXPECT_NEAR(result.interval->high, 0.04, 1e-6);
  EXPECT_NEAR(result.change.value(), std::sqrt(1.04 * 1.04 / 1.03) - 1, 1e-6);
}

TEST(ComparePaired, MoreComparisonsWidenEachInterval) {
  std::vector<double> base(30, 100);
  std::vector<double> arm;
  for (int i = 0; i < 30; ++i) arm.push_back(100 + i % 7 - 3 + 0.01 * i);
  const auto alone = compare(base, arm);
  const auto one_of_ten = compare(base, arm, {.family_size = 10});
  EXPECT_LT(one_of_ten.interval->low, alone.interval->low);
  EXPECT_GT(one_of_ten.interval->high, alone.interval->high);
  EXPECT_DOUBLE_EQ(one_of_ten.level, 0.995);
}

}  // namespace
}  // namespace kab::analysis
