// Counts the system calls of a piece of code and of all processes that it forks, by ptrace.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "base/result.h"

namespace kab::testing_support {

/// How often each system call, by number, was entered.
using SyscallTally = std::map<std::uint64_t, std::uint64_t>;

/// Runs `body` in a forked child and counts until it and all its descendants have ended.
/// kUnavailable: tracing is not permitted here, or body returned an error.
Result<SyscallTally> tally_syscalls(const std::function<Result<void>()>& body);

}  // namespace kab::testing_support
