// What verdicts promise, whole comparisons simulated under every noise at several n; fixed seeds.
// bench/simulations.cpp repeats this with more trials and more spreads.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "support/error_rates.h"

namespace kab::analysis {
namespace {

using testing::Design;
using testing::error_rates;
using testing::Noise;
using testing::Simulated;

struct Size {
  std::size_t n;
  int trials;
};
constexpr Size kSizes[] = {{5, 400}, {10, 400}, {30, 200}, {100, 40}};
constexpr Design kDesigns[] = {Design::kPairedWithControl, Design::kPaired, Design::kUnpaired};

std::string where(const Simulated& what) {
  return std::string(testing::name_of(what.noise)) + ", n = " + std::to_string(what.n) +
         ", design " + std::to_string(static_cast<int>(what.design));
}

template <class Check>
void for_every_kind(double change, const char* threshold, Check check) {
  for (const auto noise : testing::kNoises)
    for (const auto design : kDesigns)
      for (const auto [n, trials] : kSizes) {
        const Simulated what{.noise = noise,
                             .design = design,
                             .n = n,
                             .spread = 0.005,
                             .change = change,
                             .threshold = threshold};
        check(error_rates(what, trials, 41 + n), trials, where(what));
      }
}

// Three standard errors of the simulation on top of the share promised.
double most(double share, int trials) { return share + 3 * std::sqrt(share / trials); }

TEST(Verdicts, OfEqualArmsAreFalseAtMostOnceInAHundredAtOnePercent) {
  for_every_kind(0, "1%", [](const auto& rates, int trials, const std::string& what) {
    EXPECT_LE(rates.alarms(), most(0.01, trials)) << what;
  });
}

TEST(Verdicts, OfEqualArmsAreFalseAtMostFiveTimesInAHundredAtZero) {
  for_every_kind(0, "0", [](const auto& rates, int trials, const std::string& what) {
    EXPECT_LE(rates.alarms(), most(0.05, trials)) << what;
  });
}

TEST(Intervals, HoldATrueChangeWhereverTheyAreGiven) {
  for_every_kind(0.02, "1%", [](const auto& rates, int trials, const std::string& what) {
    EXPECT_GE(rates.coverage(), 1 - most(0.06, trials)) << what;
  });
}

TEST(Intervals, AreGivenFromSixBlocksOnAndFromFourValuesASide) {
  EXPECT_EQ(error_rates({.design = Design::kPaired, .n = 5}, 20, 1).with_interval, 0);
  EXPECT_EQ(error_rates({.design = Design::kPaired, .n = 6}, 20, 1).with_interval, 20);
  EXPECT_EQ(error_rates({.design = Design::kUnpaired, .n = 5}, 20, 1).with_interval, 20);
}

// Far above the threshold an interval beyond 1 % is hardly rarer than one beyond 0: a trial's
// control holds the rate down, sets measured apart have none.
TEST(Verdicts, OnANoisyMachineNeedTheControl) {
  Simulated what{.n = 24, .spread = 0.1};
  EXPECT_LE(error_rates(what, 400, 42).alarms(), most(0.01, 400));
  what.design = Design::kUnpaired;
  EXPECT_LE(error_rates(what, 400, 42).alarms(), most(0.05, 400));
}

}  // namespace
}  // namespace kab::analysis
