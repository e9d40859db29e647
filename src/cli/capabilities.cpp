#include "cli/capabilities.h"

#include <string_view>
#include <utility>

#include <unistd.h>

#include "base/result.h"
#include "events/available.h"
#include "sys/affinity.h"
#include "sys/journal.h"
#include "sys/private_network.h"
#include "sys/process.h"
#include "syscalls/ptrace_tally.h"
#include "tracing/observe.h"
#include "trial/catalogue.h"

namespace kab::cli {
namespace {

Capability from(std::string name, const Result<void>& possible, std::string_view gives) {
  return {.name = std::move(name),
          .available = possible.has_value(),
          .detail = possible ? std::string(gives) : possible.error().message};
}

Result<void> worker_runs(std::string_view abi) {
  KAB_TRY(const auto worker, trial::find_worker(abi));
  KAB_TRY(const auto known, trial::list_workloads(worker));
  if (known.empty()) return fail_unavailable(worker + " knows no workload");
  return {};
}

Result<void> pinned_pair() {
  KAB_CHECK(sys::resolve_pin("other"));
  return {};
}

Result<void> host_wide() {
  if (::geteuid() != 0)
    return fail_unavailable(
        "sysctls outside the network namespace are host-wide, which needs root");
  KAB_CHECK(sys::state_folder());
  return {};
}

}  // namespace

std::vector<Capability> capabilities() {
  return {
      from("workloads-x86_64", worker_runs("x86_64"), "64-bit workloads run"),
      from("workloads-i386", worker_runs("i386"), "32-bit workloads run"),
      from("workloads-x32", worker_runs("x32"), "x32 workloads run"),
      from("private-network", sys::private_network_available(),
           "net.* sysctls in a namespace of the trial's own, without touching the host"),
      from("host-settings", host_wide(), "host-wide sysctls, put back afterwards"),
      from("pinned-pairs", pinned_pair(), "two roles on two cores (pin=other)"),
      from("events-software", events::software_events_available(),
           "the kernel's own events: task-clock, page-faults, context-switches"),
      from("events-hardware", events::hardware_events_available(),
           "events of the CPU: cycles, instructions, cache misses"),
      from("profile", events::sampling_available(), "samples of kernel and user code"),
      from("syscalls-bpf", tracing::bpf_available(),
           "system calls counted in the kernel, with little slowdown"),
      from("syscalls-ptrace", syscalls::ptrace_available(),
           "system calls counted by tracing, many times slower"),
  };
}

}  // namespace kab::cli
