// What the method promises, by simulation: intervals that miss the true change, and false alarms
// where there is none, at most 5 times in 100, whatever the noise. Seeds are fixed.

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "stats/mann_whitney.h"
#include "stats/signed_rank.h"
#include "stats/spending.h"
#include "support/noise.h"

namespace kab::stats {
namespace {

using testing::draw;
using testing::kNoises;
using testing::name_of;
using testing::Noise;

struct Trial {
  std::vector<double> baseline;
  std::vector<double> arm;
  std::vector<double> differences;  // arm - baseline, a block each
};

// Blocks of two slots in random order; the arm is `change` above the baseline.
Trial run_trial(Random& random, Noise noise, std::size_t blocks, double change) {
  Trial trial;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t arm_place = random.below(2);
    trial.baseline.push_back(draw(random, noise, 2 * block + 1 - arm_place));
    trial.arm.push_back(draw(random, noise, 2 * block + arm_place) + change);
    trial.differences.push_back(trial.arm.back() - trial.baseline.back());
  }
  return trial;
}

bool holds(const std::optional<Interval>& interval, double value) {
  return interval && interval->low <= value && value <= interval->high;
}

// 5 % and three standard errors of the simulation.
double most_alarms(int trials) { return 0.05 * trials + 3 * std::sqrt(0.05 * 0.95 * trials); }

constexpr double kChange = 0.7;
constexpr double kLevel = 0.95;

struct Outcome {
  int covered = 0;
  int alarms = 0;
};

Outcome paired_outcome(Noise noise, std::size_t n, int trials) {
  Random random(100 * n + static_cast<std::uint64_t>(noise));
  Outcome outcome;
  for (int i = 0; i < trials; ++i) {
    const Trial changed = run_trial(random, noise, n, kChange);
    if (holds(signed_rank_interval(changed.differences, kLevel), kChange)) ++outcome.covered;
    const Trial same = run_trial(random, noise, n, 0);
    if (signed_rank_p(same.differences) <= 1 - kLevel) ++outcome.alarms;
  }
  return outcome;
}

Outcome unpaired_outcome(Noise noise, std::size_t n, int trials) {
  Random random(100 * n + 50 + static_cast<std::uint64_t>(noise));
  Outcome outcome;
  for (int i = 0; i < trials; ++i) {
    const Trial changed = run_trial(random, noise, n, kChange);
    if (holds(shift_interval(changed.baseline, changed.arm, kLevel), kChange)) ++outcome.covered;
    const Trial same = run_trial(random, noise, n, 0);
    if (mann_whitney_p(same.baseline, same.arm) <= 1 - kLevel) ++outcome.alarms;
  }
  return outcome;
}

void expect_promise(const Outcome& outcome, int trials, Noise noise, std::size_t n) {
  const std::string what = std::string(name_of(noise)) + ", n = " + std::to_string(n);
  EXPECT_GE(outcome.covered, trials - most_alarms(trials)) << what;
  EXPECT_LE(outcome.alarms, most_alarms(trials)) << what;
}

TEST(SignedRank, CoversAndRaisesFewFalseAlarmsUnderEveryNoise) {
  for (const Noise noise : kNoises) {
    expect_promise(paired_outcome(noise, 10, 4000), 4000, noise, 10);
    expect_promise(paired_outcome(noise, 30, 2500), 2500, noise, 30);
    expect_promise(paired_outcome(noise, 100, 600), 600, noise, 100);
  }
}

TEST(MannWhitney, CoversAndRaisesFewFalseAlarmsUnderEveryNoise) {
  for (const Noise noise : kNoises) {
    expect_promise(unpaired_outcome(noise, 10, 3000), 3000, noise, 10);
    expect_promise(unpaired_outcome(noise, 30, 1000), 1000, noise, 30);
    expect_promise(unpaired_outcome(noise, 100, 100), 100, noise, 100);
  }
}

TEST(MannWhitney, IsNotFooledByTies) {
  Random random(7);
  constexpr int kTrials = 2000;
  int alarms = 0;
  for (int i = 0; i < kTrials; ++i) {
    Trial same = run_trial(random, Noise::kNormal, 12, 0);
    for (double& value : same.baseline) value = std::round(value);
    for (double& value : same.arm) value = std::round(value);
    if (mann_whitney_p(same.baseline, same.arm) <= 1 - kLevel) ++alarms;
  }
  EXPECT_LE(alarms, most_alarms(kTrials));
}

bool any_look_alarms(const Trial& trial, std::span<const std::uint32_t> looks,
                     std::span<const double> alphas) {
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const auto so_far = std::span(trial.differences).first(looks[i]);
    if (signed_rank_p(so_far) <= alphas[i]) return true;
  }
  return false;
}

TEST(PlannedLooks, TogetherRaiseFewFalseAlarms) {
  constexpr std::uint32_t kBlocks = 24;
  const std::array<std::uint32_t, 3> looks = {kBlocks / 2, kBlocks * 3 / 4, kBlocks};
  const auto alphas = look_alphas(0.05, looks, kBlocks);
  constexpr int kTrials = 3000;
  for (const Noise noise : kNoises) {
    Random random(900 + static_cast<std::uint64_t>(noise));
    int alarms = 0;
    for (int i = 0; i < kTrials; ++i)
      if (any_look_alarms(run_trial(random, noise, kBlocks, 0), looks, alphas)) ++alarms;
    EXPECT_LE(alarms, 0.05 * kTrials) << name_of(noise);
  }
}

TEST(PlannedLooks, WouldRaiseTooManyWithTheWholeAlphaAtEach) {
  const std::array<std::uint32_t, 3> looks = {12, 18, 24};
  const std::array<double, 3> alphas = {0.05, 0.05, 0.05};
  Random random(950);
  constexpr int kTrials = 2000;
  int alarms = 0;
  for (int i = 0; i < kTrials; ++i)
    if (any_look_alarms(run_trial(random, Noise::kNormal, 24, 0), looks, alphas)) ++alarms;
  EXPECT_GT(alarms, most_alarms(kTrials));
}

}  // namespace
}  // namespace kab::stats
