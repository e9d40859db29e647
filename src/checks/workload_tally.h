// The system calls of a workload's operations, counted and not declared.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "syscalls/tally.h"
#include "workloads/workload.h"

namespace kab::checks {

/// The calls of making a workload and running `n` operations of it in a child, all roles together.
/// kUnavailable where they cannot be counted or the workload fails, with its reason.
Result<syscalls::Tally> calls_of_run(syscalls::SyscallTally& counter,
                                     const workloads::Workload& workload,
                                     const workloads::ParamValues& params, std::span<const int> pin,
                                     std::uint64_t n);

/// What `operations` operations add to the calls of one: two runs, with 1 and 1 + `operations`.
/// What starts and acknowledges a batch is mostly cancelled out by that; a few calls may remain.
Result<syscalls::Tally> tally_of(syscalls::SyscallTally& counter,
                                 const workloads::Workload& workload,
                                 const workloads::ParamValues& params, std::span<const int> pin,
                                 std::uint64_t operations);

/// How many calls that are not declared may come from starting and acknowledging two batches.
inline constexpr std::uint64_t kCallsOfABatch = 20;

}  // namespace kab::checks
