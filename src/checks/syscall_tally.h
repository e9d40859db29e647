// Every workload makes the system calls that it declares, on this kernel and in this ABI.
#pragma once

#include <vector>

#include "checks/check.h"
#include "syscalls/tally.h"
#include "workloads/workload.h"

namespace kab::checks {

Finding check_syscall_tally(const std::vector<workloads::Workload>& workloads,
                            syscalls::SyscallTally& counter, const Conditions& conditions);

}  // namespace kab::checks
