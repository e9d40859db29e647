// The system calls of a workload that is made and run, counted, for the tests of workloads.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/result.h"
#include "syscalls/ptrace_tally.h"
#include "workloads/workload.h"

namespace kab::testing_support {

/// Of making an instance and running n operations, all roles together. kUnavailable: tracing is not
/// permitted here, or the workload failed.
inline Result<syscalls::Tally> calls_of_run(const workloads::Workload& workload,
                                            const workloads::ParamValues& params, std::uint64_t n) {
  KAB_TRY(auto tallied, syscalls::PtraceTally().of([&] {
    auto instance = workload.make(params, {});
    return instance && instance->run(n) ? 0 : 1;
  }));
  if (tallied.status == 0) return std::move(tallied.tally);
  return fail_unavailable("the traced code failed, status " + std::to_string(tallied.status));
}

}  // namespace kab::testing_support
