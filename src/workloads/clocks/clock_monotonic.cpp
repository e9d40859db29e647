// clock-monotonic: reads CLOCK_MONOTONIC the way programs do, through the C library and the vDSO.
// It makes no system call where the vDSO's fast path works; the tally shows it if it does not.
#include <cerrno>

#include <time.h>

#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

Result<Instance> make_clock_monotonic(const ParamValues&, std::span<const int>) {
  Instance instance;
  instance.run = [](std::uint64_t n) -> Result<void> {
    timespec now;
    if (repeat(n, [&now] { return ::clock_gettime(CLOCK_MONOTONIC, &now) == 0; })) return {};
    return fail_unavailable("clock_gettime(CLOCK_MONOTONIC): " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_clock_monotonic() {
  return {
      .name = "clock-monotonic",
      .summary = "clock_gettime(CLOCK_MONOTONIC) through the vDSO",
      .operation = "one clock_gettime()",
      .calls = &no_calls,
      .bytes_per_operation = &no_bytes,
      .make = &make_clock_monotonic,
  };
}

}  // namespace kab::workloads
