// clock-boottime: CLOCK_MONOTONIC with the time asleep. In the vDSO since 5.3.
#include "workloads/clocks/read_clock.h"

namespace kab::workloads {

Workload describe_clock_boottime() {
  return clock_workload<CLOCK_BOOTTIME>("clock-boottime",
                                        "clock_gettime(CLOCK_BOOTTIME): with the time asleep");
}

}  // namespace kab::workloads
