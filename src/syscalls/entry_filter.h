// A seccomp filter that stops a traced process once a system call, at its entry, and says in the
// stop's message which call it is. Half of the stops of PTRACE_SYSCALL; errors are not seen.
#pragma once

#include <optional>

#include "base/result.h"
#include "syscalls/names.h"

namespace kab::syscalls {

/// Puts the calling process, and all that it starts, under the filter. From then on it must be
/// traced with PTRACE_O_TRACESECCOMP: its calls fail (ENOSYS) when nobody traces it.
Result<void> install_entry_filter();

/// Whether the filter can be installed here, tried in a child; kUnavailable with the reason.
Result<void> entry_filter_works();

/// The call behind the message of a PTRACE_EVENT_SECCOMP stop; nothing when the message has no room
/// for it and PTRACE_GET_SYSCALL_INFO must be asked.
std::optional<Call> call_of_message(unsigned long message);

}  // namespace kab::syscalls
