// Every statistic on hostile but finite sets: what comes back is finite or nothing.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stats/groups.h"
#include "stats/mann_whitney.h"
#include "stats/power.h"
#include "stats/signed_rank.h"
#include "stats/summary.h"
#include "stats/trend.h"
#include "stats/welch.h"

namespace kab::stats {
namespace {

using Values = std::vector<double>;

std::vector<Values> hostile_sets() {
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  constexpr double kHuge = std::numeric_limits<double>::max();
  std::vector<Values> sets = {{},
                              {1},
                              {-1e300},
                              {1, 2},
                              {1e300, -1e300},
                              {1, 2, 3},
                              {0, 0, 0},
                              {kTiny, kTiny, kTiny, kTiny},
                              {kHuge, -kHuge, kHuge, -kHuge, 0},
                              {1e-300, 1e300, -1e-300, -1e300, 0, 1, -1}};
  for (const double value : {0.0, 1.0, 1e-300, 1e300, -1e300, kTiny, kHuge}) {
    sets.push_back(Values(14, value));  // all equal
    sets.push_back(Values(14, value));  // two values
    for (std::size_t i = 0; i < 7; ++i) sets.back()[i] = -value;
  }
  for (const double unit : {1e-300, 1e-3, 1e300}) {
    Values rising(20);
    for (std::size_t i = 0; i < rising.size(); ++i) rising[i] = unit * static_cast<double>(i) / 20;
    sets.push_back(rising);
  }
  return sets;
}

void expect_finite(const std::optional<double>& value, const std::string& what) {
  if (value) {
    EXPECT_TRUE(std::isfinite(*value)) << what << " " << *value;
  }
}

void expect_finite(const std::optional<Interval>& interval, const std::string& what) {
  if (!interval) return;
  EXPECT_TRUE(std::isfinite(interval->low)) << what;
  EXPECT_TRUE(std::isfinite(interval->high)) << what;
  EXPECT_LE(interval->low, interval->high) << what;
}

void expect_p(const std::optional<double>& p, const std::string& what) {
  if (!p) return;
  EXPECT_GE(*p, 0) << what;
  EXPECT_LE(*p, 1) << what;
}

TEST(OneSet, GivesFiniteValuesOrNothing) {
  const auto sets = hostile_sets();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const Values& set = sets[i];
    const std::string where = "set " + std::to_string(i);
    expect_finite(median(set), where + " median");
    expect_finite(quantile(set, 0.3), where + " quantile");
    expect_finite(mean(set), where + " mean");
    expect_finite(standard_deviation(set), where + " deviation");
    expect_finite(scaled_mad(set), where + " mad");
    expect_finite(relative_spread(set), where + " spread");
    expect_p(signed_rank_p(set), where + " signed rank");
    expect_finite(hodges_lehmann(set), where + " Hodges-Lehmann");
    expect_finite(signed_rank_interval(set, 0.95), where + " interval");
    expect_finite(detectable_change(set, 0.95), where + " detectable");
  }
}

TEST(OneSetInTime, GivesFiniteValuesOrNothing) {
  const auto sets = hostile_sets();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const std::string where = "set " + std::to_string(i);
    if (const auto found = drift(sets[i])) {
      expect_finite(found->slope_per_value, where + " slope");
      expect_finite(found->total, where + " drift");
      expect_p(found->p, where + " drift");
    }
    if (const auto found = step_change(sets[i])) {
      expect_finite(found->size, where + " step");
      expect_p(found->p, where + " step");
    }
    EXPECT_LE(outliers(sets[i]).size(), sets[i].size()) << where;
    const FirstValue first = first_value(sets[i]);
    EXPECT_TRUE(first == FirstValue::kOdd || first == FirstValue::kLikeTheRest) << where;
    const Modes found = modes(sets[i]);
    expect_finite(found.border, where + " border");
    expect_p(found.share_below, where + " share");
  }
}

TEST(TwoSets, GiveFiniteValuesOrNothing) {
  const auto sets = hostile_sets();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = 0; j < sets.size(); ++j) {
      const std::string where = "sets " + std::to_string(i) + ", " + std::to_string(j);
      expect_p(mann_whitney_p(sets[i], sets[j]), where + " Mann-Whitney");
      expect_finite(shift_estimate(sets[i], sets[j]), where + " shift");
      expect_finite(shift_interval(sets[i], sets[j], 0.95), where + " shift interval");
      expect_finite(fieller_ratio(sets[i], sets[j], 0.95), where + " Fieller");
      if (const auto result = welch(sets[i], sets[j], 0.95)) {
        expect_finite(result->difference, where + " Welch");
        expect_finite(result->degrees_of_freedom, where + " df");
        expect_finite(result->interval, where + " Welch interval");
        expect_p(result->p, where + " Welch");
      }
    }
  }
}

TEST(Levels, NearOneGiveFiniteValuesOrNothing) {
  Values rising(40);
  Values other(40);
  for (std::size_t i = 0; i < rising.size(); ++i) {
    rising[i] = static_cast<double>(i);
    other[i] = static_cast<double>(i * i);
  }
  for (const double level : {0.0, 0.5, 0.99999, 1 - 1e-15, 1.0}) {
    expect_finite(signed_rank_interval(rising, level), "signed rank");
    expect_finite(shift_interval(rising, other, level), "Mann-Whitney");
    expect_finite(welch(rising, other, level).value().interval, "Welch");
    expect_finite(fieller_ratio(rising, other, level), "Fieller");
    expect_finite(detectable_change(rising, level), "detectable");
    EXPECT_GE(signed_rank_smallest_n(level), 1U);
    EXPECT_GE(mann_whitney_smallest_n(level), 1U);
  }
}

}  // namespace
}  // namespace kab::stats
