// Why the method is as it is: what the ways not taken would have cost, each by simulation with a
// fixed seed.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "stats/distributions.h"
#include "stats/signed_rank.h"
#include "stats/spending.h"
#include "support/noise.h"

namespace kab::stats {
namespace {

constexpr double kAlpha = 0.05;

bool rejects(const std::vector<double>& differences) {
  return signed_rank_p(differences).value() <= kAlpha;
}

enum class Order { kRandom, kFixed };

// A block of base, light and heavy; heavy leaves its neighbour 2 % slower (a cold cache). Light is
// no different from base.
double alarms_beside_a_heavy_arm(Order order) {
  constexpr int kTrials = 500;
  Random random(31);
  int alarms = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> differences;
    for (int block = 0; block < 24; ++block) {
      std::vector<std::size_t> turns = {0, 1, 2};
      if (order == Order::kRandom) turns = random.permutation(3);
      if (order == Order::kFixed) std::ranges::rotate(turns, turns.begin() + block % 3);
      std::array<double, 3> values{};
      for (std::size_t place = 0; place < 3; ++place)
        values[turns[place]] =
            0.01 * random.normal() + (place > 0 && turns[place - 1] == 2 ? 0.02 : 0);
      differences.push_back(values[1] - values[0]);
    }
    alarms += rejects(differences) ? 1 : 0;
  }
  return static_cast<double>(alarms) / kTrials;
}

TEST(Order, ARotatedOneFavoursAFixedNeighbourAndARandomOneDoesNot) {
  EXPECT_GT(alarms_beside_a_heavy_arm(Order::kFixed), 0.3);
  EXPECT_LE(alarms_beside_a_heavy_arm(Order::kRandom), kAlpha + 0.03);
}

// AB BA AB BA … on a machine with something that comes back every four turns.
double alarms_with_a_rhythm(Order order) {
  constexpr int kTrials = 500;
  Random random(32);
  int alarms = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> differences;
    for (int block = 0; block < 24; ++block) {
      const auto arm_place =
          order == Order::kRandom ? random.below(2) : static_cast<std::uint64_t>(1 - block % 2);
      const auto value = [&](std::uint64_t place) {
        const auto turn = (2 * static_cast<std::uint64_t>(block) + place) % 4;
        return 0.01 * random.normal() + (turn == 1 || turn == 2 ? 0.01 : 0);
      };
      const double arm = value(arm_place);
      differences.push_back(arm - value(1 - arm_place));
    }
    alarms += rejects(differences) ? 1 : 0;
  }
  return static_cast<double>(alarms) / kTrials;
}

TEST(Order, AMirroredOneFallsForARhythmAndARandomOneDoesNot) {
  EXPECT_GT(alarms_with_a_rhythm(Order::kFixed), 0.8);
  EXPECT_LE(alarms_with_a_rhythm(Order::kRandom), kAlpha + 0.03);
}

// Which of the three slots of each block is the arm: all 3^n choices, by the sum of what the chosen
// slot is above the mean of its block.
double three_slot_p(const std::vector<std::array<double, 3>>& blocks) {
  std::vector<double> sums = {0};
  double observed = 0;
  for (const auto& block : blocks) {
    const double mean = (block[0] + block[1] + block[2]) / 3;
    observed += block[0] - mean;
    std::vector<double> longer;
    longer.reserve(3 * sums.size());
    for (const double sum : sums)
      for (const double value : block) longer.push_back(sum + value - mean);
    sums = std::move(longer);
  }
  const auto beyond = std::ranges::count_if(
      sums, [&](double sum) { return std::abs(sum) >= std::abs(observed) - 1e-12; });
  return static_cast<double>(beyond) / static_cast<double>(sums.size());
}

TEST(ThreeSlots, KnowMoreThanPairsOfAChangeOfTwoPercentInEightBlocks) {
  constexpr int kTrials = 600;
  const auto power_of = [](double change, auto&& test) {
    Random random(33);
    int found = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<std::array<double, 3>> blocks(8);
      for (auto& block : blocks)
        block = {change + 0.02 * random.normal(), 0.02 * random.normal(), 0.02 * random.normal()};
      found += test(blocks) ? 1 : 0;
    }
    return static_cast<double>(found) / kTrials;
  };
  const auto by_slots = [](const auto& blocks) { return three_slot_p(blocks) <= kAlpha; };
  const auto by_pairs = [](const auto& blocks) {
    std::vector<double> differences;
    for (const auto& block : blocks) differences.push_back(block[0] - block[1]);
    return rejects(differences);
  };
  EXPECT_NEAR(power_of(0.02, by_slots), 0.49, 0.08);
  EXPECT_NEAR(power_of(0.02, by_pairs), 0.33, 0.08);
  EXPECT_LE(power_of(0, by_slots), kAlpha + 0.03);
}

// Holm's step-down levels, alpha / m for the smallest p up to alpha for the largest, taken as the
// levels of intervals: all m changes are real and large, so that all steps are gone through.
enum class Levels { kStepDown, kBonferroni };

double missed_by(Levels levels, int m) {
  constexpr int kTrials = 4000;
  Random random(34);
  int missed = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> errors;
    for (int i = 0; i < m; ++i) errors.push_back(random.normal());
    bool any = false;
    // Changes far apart: the order of the p values is that of the changes.
    for (int i = 0; i < m; ++i) {
      const double alpha = kAlpha / (levels == Levels::kStepDown ? m - i : m);
      any = any || std::abs(errors[static_cast<std::size_t>(i)]) > normal_two_sided_z(alpha);
    }
    missed += any ? 1 : 0;
  }
  return static_cast<double>(missed) / kTrials;
}

TEST(Families, StepDownIntervalsMissATrueValueTooOften) {
  EXPECT_NEAR(missed_by(Levels::kStepDown, 5), 0.11, 0.02);
  EXPECT_NEAR(missed_by(Levels::kStepDown, 16), 0.16, 0.02);
  EXPECT_LE(missed_by(Levels::kBonferroni, 16), kAlpha + 0.01);
}

// Share of trials of m workloads in which a control at level 5 % would fail somewhere although
// nothing is wrong.
double voided(int m) {
  constexpr int kTrials = 400;
  Random random(35);
  int void_trials = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    bool any = false;
    for (int workload = 0; workload < m && !any; ++workload) {
      std::vector<double> differences;
      for (int block = 0; block < 24; ++block) differences.push_back(random.normal());
      any = rejects(differences);
    }
    void_trials += any ? 1 : 0;
  }
  return static_cast<double>(void_trials) / kTrials;
}

TEST(Control, AtFivePercentWouldVoidMostHonestTrialsOfManyWorkloads) {
  EXPECT_NEAR(voided(5), 0.22, 0.06);
  EXPECT_NEAR(voided(16), 0.54, 0.08);
  EXPECT_NEAR(voided(45), 0.89, 0.06);
}

TEST(PlannedLooks, AllTheirIntervalsTogetherMissTheTruthAtMostFiveTimesInAHundred) {
  constexpr std::uint32_t kBlocks = 24;
  constexpr int kTrials = 800;
  const std::array<std::uint32_t, 3> looks = {kBlocks / 2, kBlocks * 3 / 4, kBlocks};
  const auto alphas = look_alphas(kAlpha, looks, kBlocks);
  for (const auto noise : testing::kNoises) {
    Random random(36 + static_cast<std::uint64_t>(noise));
    int missed = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<double> differences;
      for (std::size_t block = 0; block < kBlocks; ++block) {
        const auto arm_place = random.below(2);
        const double base = testing::draw(random, noise, 2 * block + 1 - arm_place);
        differences.push_back(testing::draw(random, noise, 2 * block + arm_place) - base);
      }
      bool any = false;
      for (std::size_t i = 0; i < looks.size(); ++i) {
        const auto interval =
            signed_rank_interval(std::span(differences).first(looks[i]), 1 - alphas[i]);
        any = any || (interval && (interval->low > 0 || interval->high < 0));
      }
      missed += any ? 1 : 0;
    }
    EXPECT_LE(missed, kAlpha * kTrials + 2 * std::sqrt(kAlpha * 0.95 * kTrials))
        << testing::name_of(noise);
  }
}

}  // namespace
}  // namespace kab::stats
