// clock-realtime-coarse: the time of day as of the last tick, so without reading a counter.
#include "workloads/clocks/read_clock.h"

namespace kab::workloads {

Workload describe_clock_realtime_coarse() {
  return clock_workload<CLOCK_REALTIME_COARSE>(
      "clock-realtime-coarse", "clock_gettime(CLOCK_REALTIME_COARSE): as of the last tick");
}

}  // namespace kab::workloads
