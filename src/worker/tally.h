// The tally task: which system calls a workload's operations make, counted in a traced child.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "syscalls/tally.h"
#include "wire/protocol.h"
#include "workloads/workload.h"

namespace kab::worker {

/// The calls that `operations` operations make, most frequent first. kUnavailable where they cannot
/// be counted here.
Result<wire::Tally> tally(const workloads::Workload& workload, const workloads::ParamValues& params,
                          std::span<const int> pin, std::uint64_t operations);

/// As the protocol names them, most frequent first.
std::vector<wire::CountedCall> calls_of(const syscalls::Tally& counted);

}  // namespace kab::worker
