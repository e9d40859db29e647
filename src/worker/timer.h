// The worker's clock, CLOCK_MONOTONIC_RAW, and what the clock itself costs here.
#pragma once

#include <cstdint>

namespace kab::worker {

/// Nanoseconds of CLOCK_MONOTONIC_RAW: never adjusted, and never a clock under test.
std::int64_t now_ns();

struct TimerFacts {
  double resolution_ns = 0;  // smallest step between two reads in a row, so never below their cost
  double cost_ns = 0;        // of one read
  double empty_loop_ns = 0;  // of one turn of a loop that does nothing
};

/// Measures all three in about a millisecond; each is the best of several rounds, since whatever
/// disturbs a round makes it longer.
TimerFacts measure_timer();

}  // namespace kab::worker
