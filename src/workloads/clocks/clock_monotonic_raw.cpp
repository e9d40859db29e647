// clock-monotonic-raw: the clock that nobody adjusts, and the one that kab measures by: what it
// costs here it costs there, too.
#include "workloads/clocks/read_clock.h"

namespace kab::workloads {

Workload describe_clock_monotonic_raw() {
  return clock_workload<CLOCK_MONOTONIC_RAW>("clock-monotonic-raw",
                                             "clock_gettime(CLOCK_MONOTONIC_RAW): never adjusted");
}

}  // namespace kab::workloads
