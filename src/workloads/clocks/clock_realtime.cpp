// clock-realtime: the time of day, which may be set; else as clock-monotonic.
#include "workloads/clocks/read_clock.h"

namespace kab::workloads {

Workload describe_clock_realtime() {
  return clock_workload<CLOCK_REALTIME>("clock-realtime",
                                        "clock_gettime(CLOCK_REALTIME) through the vDSO");
}

}  // namespace kab::workloads
