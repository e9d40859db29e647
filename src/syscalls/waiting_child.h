// A child that stops itself before it does anything, so that whoever counts can take hold of it.
#pragma once

#include <sys/types.h>

#include "base/result.h"
#include "syscalls/tally.h"

namespace kab::syscalls {

/// Forks a child that stops itself, then (after SIGCONT) runs `body`; returns once it has stopped.
/// It dies with the calling thread.
Result<pid_t> start_waiting(const Body& body);

/// waitpid() that a signal does not interrupt.
pid_t wait_for(pid_t pid, int& status, int options);

}  // namespace kab::syscalls
