// clock-monotonic-coarse: CLOCK_MONOTONIC as of the last tick, so without reading a counter.
#include "workloads/clocks/read_clock.h"

namespace kab::workloads {

Workload describe_clock_monotonic_coarse() {
  return clock_workload<CLOCK_MONOTONIC_COARSE>(
      "clock-monotonic-coarse", "clock_gettime(CLOCK_MONOTONIC_COARSE): as of the last tick");
}

}  // namespace kab::workloads
