// futex-wake: two processes that take turns in waking each other by futex(2), as locks do.
#include "workloads/ipc/handover.h"
#include "workloads/latency.h"

namespace kab::workloads {

Workload describe_futex_wake() {
  return {
      .name = "futex-wake",
      .summary = "two processes that wake each other up by futex",
      .operation = "one wake-up there and one back",
      .params = {latency_param()},
      .roles = {"caller", "partner"},
      .calls = [](const ParamValues&) { return handover_calls(Waiting::kFutex); },
      .bytes_per_operation = &no_bytes,
      .make = [](const ParamValues& params,
                 std::span<const int> pin) { return hand_over(Waiting::kFutex, params, pin); },
  };
}

}  // namespace kab::workloads
