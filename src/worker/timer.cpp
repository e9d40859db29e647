#include "worker/timer.h"

#include <algorithm>
#include <limits>

#include <time.h>

#include "workloads/latency.h"
#include "workloads/repeat.h"

namespace kab::worker {
namespace {

constexpr int kRounds = 16;

double declared_resolution_ns() {
  timespec step{};
  ::clock_getres(CLOCK_MONOTONIC_RAW, &step);
  return static_cast<double>(step.tv_sec) * 1e9 + static_cast<double>(step.tv_nsec);
}

/// What clock_getres() declares is how fine timers are, which without high-resolution timers is a
/// tick, though the clock is read as finely as ever. It counts only where the clock stood still for
/// many reads.
double resolution_ns() {
  constexpr int kReads = 2000;
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  std::int64_t before = now_ns();
  for (int i = 0; i < kReads; ++i) {
    const std::int64_t now = now_ns();
    if (now > before) smallest = std::min(smallest, now - before);
    before = now;
  }
  if (smallest == std::numeric_limits<std::int64_t>::max()) return declared_resolution_ns();
  return static_cast<double>(smallest);
}

/// The shortest of kRounds times of `turns` operations, for one of them.
template <class Operation>
double best_ns(std::uint64_t turns, workloads::LatencyHistogram* latency, Operation operation) {
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (int round = 0; round < kRounds; ++round) {
    const std::int64_t started = now_ns();
    workloads::repeat(turns, latency, operation);
    best = std::min(best, now_ns() - started);
  }
  return static_cast<double>(best) / static_cast<double>(turns);
}

}  // namespace

TimerFacts measure_timer() {
  TimerFacts facts;
  facts.resolution_ns = resolution_ns();
  facts.cost_ns = best_ns(1000, nullptr, [] {
    now_ns();
    return true;
  });
  facts.empty_loop_ns = best_ns(100'000, nullptr, [] {
    asm volatile("");
    return true;
  });
  workloads::LatencyHistogram latency;
  facts.recording_ns = best_ns(1000, &latency, [] {
    asm volatile("");
    return true;
  });
  return facts;
}

}  // namespace kab::worker
