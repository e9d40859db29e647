// How often verdicts err and intervals miss, by simulating whole comparisons: for the tests, and
// longer for bench/.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "analysis/paired.h"
#include "analysis/unpaired.h"
#include "base/random.h"
#include "support/noise.h"

namespace kab::testing {

enum class Design { kPairedWithControl, kPaired, kUnpaired };

struct Simulated {
  Noise noise = Noise::kNormal;
  Design design = Design::kPairedWithControl;
  std::size_t n = 24;
  double spread = 0.01;  // of the logs, times the noise's own
  double change = 0;     // true, on logs
  const char* threshold = "1%";
};

struct ErrorRates {
  int trials = 0;
  int slower_or_faster = 0;
  int with_interval = 0;
  int covered = 0;
  double width = 0;  // of intervals on logs, summed

  double alarms() const { return static_cast<double>(slower_or_faster) / trials; }
  double coverage() const {
    return with_interval == 0 ? 1 : static_cast<double>(covered) / with_interval;
  }
};

struct Turns {
  std::vector<double> baseline;
  std::vector<double> second;
  std::vector<double> arm;
};

/// Blocks of three turns in random order; a turn's value is 100 times the exponential of its noise.
inline Turns simulated_turns(Random& random, const Simulated& what) {
  Turns turns;
  for (std::size_t block = 0; block < what.n; ++block) {
    const auto places = random.permutation(3);
    const auto value = [&](std::size_t place, double change) {
      const double noise = draw(random, what.noise, 3 * block + places[place]);
      return 100 * std::exp(change + what.spread * noise);
    };
    turns.baseline.push_back(value(0, 0));
    turns.second.push_back(value(1, 0));
    turns.arm.push_back(value(2, what.change));
  }
  return turns;
}

inline model::Comparison simulated_comparison(const Turns& turns, const Simulated& what) {
  const analysis::Policy policy{.thresholds = model::parse_thresholds(what.threshold).value()};
  if (what.design == Design::kUnpaired)
    return analysis::compare_unpaired({}, {.values = turns.baseline, .groups = {}},
                                      {.values = turns.arm, .groups = {}}, policy)
        .value();
  const bool control = what.design == Design::kPairedWithControl;
  return analysis::compare_paired(
             {},
             {.baseline = turns.baseline,
              .second = control ? std::span<const double>(turns.second) : std::span<const double>(),
              .arm = turns.arm},
             policy)
      .value();
}

inline ErrorRates error_rates(const Simulated& what, int trials, std::uint64_t seed) {
  Random random(seed);
  ErrorRates rates{.trials = trials};
  const double truth = std::expm1(what.change);
  for (int trial = 0; trial < trials; ++trial) {
    const auto one = simulated_comparison(simulated_turns(random, what), what);
    if (one.verdict == model::Verdict::kSlower || one.verdict == model::Verdict::kFaster)
      ++rates.slower_or_faster;
    if (!one.interval) continue;
    ++rates.with_interval;
    rates.width += std::log1p(one.interval->high) - std::log1p(one.interval->low);
    if (one.interval->low <= truth && truth <= one.interval->high) ++rates.covered;
  }
  return rates;
}

}  // namespace kab::testing
