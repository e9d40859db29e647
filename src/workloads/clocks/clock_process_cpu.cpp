// clock-process-cpu: the CPU time of this process. The vDSO does not know it and makes the call.
#include "workloads/clocks/read_clock.h"

namespace kab::workloads {

Workload describe_clock_process_cpu() {
  return clock_workload<CLOCK_PROCESS_CPUTIME_ID, FastPath::kSyscall>(
      "clock-process-cpu", "clock_gettime(CLOCK_PROCESS_CPUTIME_ID): a system call");
}

}  // namespace kab::workloads
