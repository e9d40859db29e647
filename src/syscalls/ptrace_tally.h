// Counting by ptrace: needs no privilege, misses nothing, and slows what it counts many times over,
// so that nothing may be timed meanwhile.
#pragma once

#include "syscalls/tally.h"

namespace kab::syscalls {

/// Follows fork, vfork, clone and exec, and threads. The calling process must have no other
/// children while it counts (they would be reaped). What is counted dies with the caller.
class PtraceTally : public SyscallTally {
 public:
  Result<Tallied> of(const Body& body) override;
};

/// Whether a child can be traced here: kUnavailable with the reason where a sandbox forbids it.
Result<void> ptrace_available();

}  // namespace kab::syscalls
