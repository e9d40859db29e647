// The worker's clock, CLOCK_MONOTONIC_RAW, and what the clock itself costs here.
#pragma once

#include "workloads/raw_clock.h"

namespace kab::worker {

using workloads::now_ns;

struct TimerFacts {
  double resolution_ns = 0;  // smallest step between two reads in a row, so never below their cost
  double cost_ns = 0;        // of one read
  double empty_loop_ns = 0;  // of one turn of a loop that does nothing
  double recording_ns = 0;   // what latency=on adds to one operation
};

/// Measures all of them in about a millisecond; each is the best of several rounds, since whatever
/// disturbs a round makes it longer.
TimerFacts measure_timer();

}  // namespace kab::worker
