// context-switch: two processes on one CPU that hand over to each other, so that each turn is a
// switch from one to the other and nothing goes from CPU to CPU.
#include <array>
#include <string>
#include <utility>

#include <sched.h>

#include "workloads/ipc/handover.h"
#include "workloads/ipc/pingpong.h"
#include "workloads/pin.h"

namespace kab::workloads {
namespace {

/// The CPU for both; where nothing is asked for, the one on which the caller is.
Result<int> common_cpu(std::span<const int> pin) {
  const int caller = cpu_of_role(pin, 0).value_or(::sched_getcpu());
  const int partner = cpu_of_role(pin, 1).value_or(caller);
  if (caller != partner)
    return fail_input("context-switch: CPUs " + std::to_string(caller) + " and " +
                      std::to_string(partner) +
                      ": both processes run on one CPU; use pin=same or one CPU number");
  return caller;
}

Result<Instance> make_on(int cpu, const ParamValues& params) {
  const std::array both = {cpu};
  const std::string& by = params.text("by");
  if (by == "futex") return hand_over(Waiting::kFutex, params, both);
  if (by == "yield") return hand_over(Waiting::kYield, params, both);
  KAB_TRY(Sides sides, two_pipes());
  return ping_pong(std::move(sides), std::vector<char>(1), params, both);
}

Result<Instance> make_context_switch(const ParamValues& params, std::span<const int> pin) {
  KAB_TRY(const int cpu, common_cpu(pin));
  KAB_TRY(auto stay, StayOn::cpu(cpu));
  KAB_TRY(Instance instance, make_on(cpu, params));
  instance.run = [stay = std::move(stay), run = std::move(instance.run)](std::uint64_t n) mutable {
    return run(n);
  };
  return instance;
}

std::vector<ExpectedCall> calls_of_switch(const ParamValues& params) {
  const std::string& by = params.text("by");
  if (by == "futex") return handover_calls(Waiting::kFutex);
  if (by == "yield") return handover_calls(Waiting::kYield);
  return round_trip_calls(params);
}

}  // namespace

Workload describe_context_switch() {
  return {
      .name = "context-switch",
      .summary = "two processes on one CPU that hand over to each other",
      .operation = "one switch there and one back",
      .params = {{.name = "by",
                  .default_value = "pipe",
                  .meaning = "how a process hands over: a byte in a pipe, futex, sched_yield",
                  .choices = "pipe|futex|yield"},
                 latency_param()},
      .roles = {"caller", "partner"},
      .calls = &calls_of_switch,
      .bytes_per_operation = &no_bytes,
      .make = &make_context_switch,
  };
}

}  // namespace kab::workloads
