// What verdicts and intervals do under five kinds of noise, with more trials and spreads than the
// tests have time for; and what an exact test of the three turns of a block would give instead of
// the hull of two intervals. Fixed seeds: the same table everywhere.
//   bench-simulations [trials, 1000 unless given]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "base/number.h"
#include "stats/ranks.h"
#include "support/error_rates.h"

namespace kab {
namespace {

using testing::Design;
using testing::Simulated;

constexpr std::array kDesigns = {Design::kPairedWithControl, Design::kPaired, Design::kUnpaired};

const char* name_of(Design design) {
  switch (design) {
    case Design::kPairedWithControl:
      return "paired, A/A";
    case Design::kPaired:
      return "paired";
    case Design::kUnpaired:
      return "unpaired";
  }
  return "";
}

void rates_table(int trials) {
  std::printf("%-12s %-12s %4s %7s  %9s %9s %9s\n", "noise", "design", "n", "spread", "false d=1",
              "false d=0", "coverage");
  for (const auto noise : testing::kNoises)
    for (const auto design : kDesigns)
      for (const std::size_t n : {5U, 10U, 30U, 100U})
        for (const double spread : {0.003, 0.01, 0.1}) {
          Simulated what{.noise = noise, .design = design, .n = n, .spread = spread};
          const int fewer = n == 100 ? std::max(1, trials / 5) : trials;
          const auto at_one = testing::error_rates(what, fewer, 51);
          what.threshold = "0";
          const auto at_zero = testing::error_rates(what, fewer, 52);
          what.change = 0.02;
          const auto changed = testing::error_rates(what, fewer, 53);
          std::printf("%-12s %-12s %4zu %6.1f%%  %8.2f%% %8.2f%% %8.2f%%\n",
                      testing::name_of(noise), name_of(design), n, 100 * spread,
                      100 * at_one.alarms(), 100 * at_zero.alarms(), 100 * changed.coverage());
        }
}

// Aligned ranks (Hodges & Lehmann 1962): all values less the mean of their block are ranked
// together; the sum of the arm's ranks is held against all 3^n ways to choose one slot a block.
double three_slot_p(const testing::Turns& turns, double shift) {
  const std::size_t n = turns.arm.size();
  std::vector<double> aligned;
  for (std::size_t i = 0; i < n; ++i) {
    const std::array<double, 3> logs = {std::log(turns.arm[i]) - shift, std::log(turns.baseline[i]),
                                        std::log(turns.second[i])};
    const double mean = (logs[0] + logs[1] + logs[2]) / 3;
    for (const double value : logs) aligned.push_back(value - mean);
  }
  const auto ranks = stats::doubled_midranks(aligned);
  std::vector<double> probability = {1};
  std::uint64_t observed = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto block = std::span(ranks).subspan(3 * i, 3);
    observed += block[0];
    std::vector<double> next(probability.size() + std::ranges::max(block), 0.0);
    for (const auto rank : block)
      for (std::size_t sum = 0; sum < probability.size(); ++sum)
        next[sum + rank] += probability[sum] / 3;
    probability = std::move(next);
  }
  double below = 0;
  double above = 0;
  for (std::size_t sum = 0; sum < probability.size(); ++sum) {
    if (sum <= observed) below += probability[sum];
    if (sum >= observed) above += probability[sum];
  }
  return std::min(1.0, 2 * std::min(below, above));
}

// The shifts that the test does not reject, from the estimate outwards.
std::optional<Interval> three_slot_interval(const testing::Turns& turns, double alpha) {
  double estimate = 0;
  for (std::size_t i = 0; i < turns.arm.size(); ++i)
    estimate +=
        std::log(turns.arm[i]) - (std::log(turns.baseline[i]) + std::log(turns.second[i])) / 2;
  estimate /= static_cast<double>(turns.arm.size());
  const auto end = [&](double direction) -> std::optional<double> {
    double outside = 1e-4;
    while (three_slot_p(turns, estimate + direction * outside) > alpha)
      if (outside *= 2; outside > 100) return std::nullopt;
    double inside = 0;
    for (int step = 0; step < 30; ++step) {
      const double middle = (inside + outside) / 2;
      (three_slot_p(turns, estimate + direction * middle) > alpha ? inside : outside) = middle;
    }
    return estimate + direction * outside;
  };
  const auto low = end(-1);
  const auto high = end(1);
  if (!low || !high) return std::nullopt;
  return Interval{.low = *low, .high = *high};
}

struct Tally {
  int alarms = 0;
  int covered = 0;
  double width = 0;

  void add(const std::optional<Interval>& interval, double truth) {
    if (!interval) return;
    const double limit = std::log1p(0.01);
    alarms += interval->low > limit || interval->high < -limit ? 1 : 0;
    covered += interval->low <= truth && truth <= interval->high ? 1 : 0;
    width += interval->high - interval->low;
  }
};

void three_slot_row(const Simulated& what, int trials) {
  Random random(61);
  Tally hull;
  Tally at_95;
  Tally at_99;
  for (int trial = 0; trial < trials; ++trial) {
    const auto turns = testing::simulated_turns(random, what);
    const auto one = testing::simulated_comparison(turns, what);
    if (one.interval)
      hull.add(Interval{std::log1p(one.interval->low), std::log1p(one.interval->high)}, 0);
    at_95.add(three_slot_interval(turns, 0.05), 0);
    at_99.add(three_slot_interval(turns, 0.01), 0);
  }
  const auto share = [trials](int count) { return 100.0 * count / trials; };
  std::printf("%-12s %3zu %6.1f%%  %6.2f%% %6.2f%% %6.2f%%  %6.2f%% %6.2f%% %6.2f%%  %5.3f %5.3f\n",
              testing::name_of(what.noise), what.n, 100 * what.spread, share(hull.alarms),
              share(at_95.alarms), share(at_99.alarms), share(hull.covered), share(at_95.covered),
              share(at_99.covered), at_95.width / hull.width, at_99.width / hull.width);
}

void three_slot_table(int trials) {
  std::printf("\nEqual arms: hull of both intervals, three slots at 95 %%, three slots at 99 %%\n");
  std::printf("%-12s %3s %7s  %-23s  %-23s  %s\n", "noise", "n", "spread", "false at 1 %",
              "coverage", "width / hull");
  for (const auto noise : testing::kNoises)
    for (const std::size_t n : {8U, 24U})
      for (const double spread : {0.01, 0.1})
        three_slot_row({.noise = noise, .n = n, .spread = spread}, std::max(1, trials / 2));
}

}  // namespace
}  // namespace kab

int main(int argc, char** argv) {
  const auto wanted = argc > 1 ? kab::parse_int(argv[1]) : std::optional<std::int64_t>(1000);
  if (!wanted || *wanted < 1 || *wanted > 1'000'000) {
    std::fprintf(stderr, "bench-simulations: trials must be a number from 1 to 1000000\n");
    return 2;
  }
  const int trials = static_cast<int>(*wanted);
  kab::rates_table(trials);
  kab::three_slot_table(trials);
  return 0;
}
