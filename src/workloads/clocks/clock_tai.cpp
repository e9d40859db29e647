// clock-tai: the time of day without leap seconds. In the vDSO since 5.3.
#include "workloads/clocks/read_clock.h"

namespace kab::workloads {

Workload describe_clock_tai() {
  return clock_workload<CLOCK_TAI>("clock-tai",
                                   "clock_gettime(CLOCK_TAI): time of day without leap seconds");
}

}  // namespace kab::workloads
