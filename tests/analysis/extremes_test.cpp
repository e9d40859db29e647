// Judgements of hostile but finite values: every number that comes out is finite, and a verdict
// without an interval says why.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/judge_sets.h"
#include "analysis/paired.h"
#include "analysis/unpaired.h"
#include "support/made_sides.h"

namespace kab::analysis {
namespace {

using Values = std::vector<double>;

std::vector<Values> hostile_sets() {
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  constexpr double kHuge = std::numeric_limits<double>::max();
  std::vector<Values> sets;
  for (const double value : {0.0, 1.0, -1.0, 1e-300, 1e300, 1e-308, 1e308, -1e308, kTiny, kHuge})
    for (const std::size_t n : {1U, 2U, 3U, 6U, 12U}) sets.push_back(Values(n, value));
  for (const double unit : {1e-308, 1e-300, 1.0, 1e300, 1e307})
    for (const std::size_t n : {2U, 3U, 8U}) {
      Values rising;
      for (std::size_t i = 1; i <= n; ++i) rising.push_back(unit * static_cast<double>(i));
      sets.push_back(rising);
    }
  sets.push_back({1e-308, 1e308, 1e-308, 1e308, 1, 1, 1e300, 1e-300});
  sets.push_back({-kHuge, kHuge, -kHuge, kHuge, -kHuge, kHuge, 0, 0});
  return sets;
}

bool finite(const std::optional<double>& value) { return !value || std::isfinite(*value); }

void expect_sound(const model::Comparison& one) {
  EXPECT_TRUE(finite(one.change));
  EXPECT_TRUE(finite(one.absolute_change));
  EXPECT_TRUE(finite(one.baseline_spread));
  EXPECT_TRUE(finite(one.arm_spread));
  EXPECT_TRUE(finite(one.p));
  EXPECT_TRUE(finite(one.detectable));
  if (one.interval) {
    EXPECT_TRUE(std::isfinite(one.interval->low) && std::isfinite(one.interval->high));
    EXPECT_LE(one.interval->low, one.interval->high);
  } else {
    EXPECT_FALSE(one.remarks.empty()) << "no interval and no reason";
  }
  if (!one.change) {
    EXPECT_FALSE(one.remarks.empty()) << "no change and no reason";
  }
}

TEST(Extremes, MeasuredApartGiveFiniteNumbersOrAReason) {
  const auto sets = hostile_sets();
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (std::size_t j = 0; j < sets.size(); ++j) {
      SCOPED_TRACE(std::to_string(i) + " against " + std::to_string(j));
      expect_sound(compare_unpaired({}, {.values = sets[i], .groups = {}},
                                    {.values = sets[j], .groups = {}}, {})
                       .value());
    }
}

TEST(Extremes, PairedGiveFiniteNumbersOrAReason) {
  const auto sets = hostile_sets();
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (std::size_t j = 0; j < sets.size(); ++j) {
      if (sets[i].size() != sets[j].size()) continue;
      SCOPED_TRACE(std::to_string(i) + " against " + std::to_string(j));
      for (const auto& second : {Values(), sets[i], sets[j]})
        expect_sound(compare_paired({}, {.baseline = sets[i], .second = second, .arm = sets[j]}, {})
                         .value());
    }
}

TEST(Extremes, WholeJudgementsOfThemStandToo) {
  const model::Metric time = model::time_metric();
  const auto sets = hostile_sets();
  for (std::size_t i = 0; i + 1 < sets.size(); ++i) {
    const auto judgement =
        judge_sides({testing::made_side("a", {{"x", time, sets[i]}, {"y", time, sets[i + 1]}}),
                     testing::made_side("b", {{"x", time, sets[i + 1]}, {"y", time, sets[i]}}),
                     testing::made_side("c", {{"x", time, sets[i]}, {"y", time, sets[i]}})},
                    {.planning = Planning::kYes})
            .value();
    for (const auto& one : judgement.comparisons) expect_sound(one);
    for (const auto& mean : judgement.means) EXPECT_TRUE(finite(mean.change));
    for (const auto& recovery : judgement.recoveries) {
      EXPECT_TRUE(finite(recovery.share));
      EXPECT_FALSE(recovery.text.empty());
    }
    for (const auto& shape : judgement.shapes)
      EXPECT_TRUE(std::isfinite(shape.low) && std::isfinite(shape.high) && shape.low < shape.high);
  }
}

TEST(Extremes, ARatioBeyondAllNumbersIsSaidInWords) {
  const auto one = compare_unpaired({}, {.values = Values(6, 1e-308), .groups = {}},
                                    {.values = Values(6, 1e308), .groups = {}}, {})
                       .value();
  EXPECT_EQ(one.verdict, model::Verdict::kSlower);
  EXPECT_FALSE(one.change);
  const auto said = std::ranges::find_if(
      one.remarks, [](const auto& remark) { return remark.code == "out-of-range"; });
  ASSERT_NE(said, one.remarks.end());
  EXPECT_NE(said->text.find("10^616 times"), std::string::npos) << said->text;
}

}  // namespace
}  // namespace kab::analysis
