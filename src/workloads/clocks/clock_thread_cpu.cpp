// clock-thread-cpu: the CPU time of this thread. The vDSO does not know it and makes the call.
#include "workloads/clocks/read_clock.h"

namespace kab::workloads {

Workload describe_clock_thread_cpu() {
  return clock_workload<CLOCK_THREAD_CPUTIME_ID, FastPath::kSyscall>(
      "clock-thread-cpu", "clock_gettime(CLOCK_THREAD_CPUTIME_ID): a system call");
}

}  // namespace kab::workloads
