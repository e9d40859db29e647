// clock-monotonic: reads CLOCK_MONOTONIC the way programs do, through the C library and the vDSO.
// It makes no system call where the vDSO's fast path works; the tally shows it if it does not.
#include "workloads/clocks/read_clock.h"

namespace kab::workloads {

Workload describe_clock_monotonic() {
  return clock_workload<CLOCK_MONOTONIC>("clock-monotonic",
                                         "clock_gettime(CLOCK_MONOTONIC) through the vDSO");
}

}  // namespace kab::workloads
