// A whole trial with its planned looks, simulated: how often an A/A trial is wrongly called slower
// or faster, and how often a verdict's interval misses the true change. Fixed seed.
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "analysis/judge_trial.h"
#include "analysis/looks.h"
#include "base/random.h"
#include "support/made_session.h"

namespace kab::analysis {
namespace {

using model::Slot;
using model::Verdict;

struct End {
  Verdict verdict = Verdict::kUndecided;
  bool covers = true;  // whether the interval shown holds the true change
};

// Looks as the runner takes them, stopping at the first that decides.
struct Noise {
  double usual = 0.01;
  double rare = 0.05;
};

End simulate(Random& random, double true_change, const char* threshold, std::uint32_t blocks,
             const Noise& noise, bool with_aa) {
  std::vector<double> block_level;
  for (std::uint32_t i = 0; i < blocks; ++i)
    block_level.push_back(std::exp(0.05 * random.normal()));
  auto session = testing::made_trial(
      {.blocks = blocks, .with_aa = with_aa}, [&](std::uint32_t arm, Slot, std::uint32_t block) {
        // Heavy-tailed: one sample in ten is five times as noisy.
        const double sd = random.below(10) == 0 ? noise.rare : noise.usual;
        return 100 * block_level[block] * (arm == 1 ? 1 + true_change : 1) *
               std::exp(sd * random.normal());
      });
  session.looks.clear();
  End end;
  for (const auto look : planned_looks(blocks)) {
    session.looks.push_back(look);
    session.stopped = look == blocks ? model::Stopped::kBudget : model::Stopped::kVerdicts;
    const auto judgement =
        judge_trial(session, {.thresholds = model::parse_thresholds(threshold).value()}).value();
    const auto& one = judgement.comparisons[0];
    end.verdict = one.verdict;
    end.covers =
        one.interval && one.interval->low <= true_change && true_change <= one.interval->high;
    if (end.verdict != Verdict::kUndecided) break;
  }
  return end;
}

constexpr int kTrials = 400;

double share(const char* threshold, double true_change, auto&& counts, const Noise& noise = {},
             bool with_aa = false) {
  Random random(2024);
  int hits = 0;
  for (int i = 0; i < kTrials; ++i)
    hits += counts(simulate(random, true_change, threshold, 24, noise, with_aa)) ? 1 : 0;
  return static_cast<double>(hits) / kTrials;
}

bool is_false_alarm(const End& end) {
  return end.verdict == Verdict::kSlower || end.verdict == Verdict::kFaster;
}

TEST(StoppingSimulation, FalseAlarmsStayUnderFivePercentAtThresholdZero) {
  EXPECT_LE(share("0", 0, is_false_alarm), 0.05 + 0.015);
}

TEST(StoppingSimulation, FalseAlarmsStayUnderOnePercentAtTheDefault) {
  EXPECT_LE(share("1%", 0, is_false_alarm), 0.01);
}

// Where the noise is far above the threshold, an interval beyond it is as likely as one beyond 0;
// the second turn of the baseline is what holds false alarms down.
TEST(StoppingSimulation, FalseAlarmsStayAboutOnePercentWithTheControlHoweverNoisyTheMachine) {
  EXPECT_LE(share("1%", 0, is_false_alarm, {.usual = 0.1, .rare = 0.5}, true), 0.0125);
}

TEST(StoppingSimulation, TheIntervalShownAtTheEndCoversTheTruth) {
  EXPECT_GE(share("1%", 0.02, [](const End& end) { return end.covers; }), 0.94);
  EXPECT_GE(share("1%", 0, [](const End& end) { return end.covers; }), 0.94);
}

TEST(StoppingSimulation, ARealChangeIsFound) {
  EXPECT_GE(share("1%", 0.05, [](const End& end) { return end.verdict == Verdict::kSlower; }), 0.9);
}

}  // namespace
}  // namespace kab::analysis
