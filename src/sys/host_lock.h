// Who else measures on this machine: a lock for host-wide arms, and a sign for every trial.
#pragma once

#include <optional>
#include <string>

#include "base/fd.h"
#include "base/result.h"

namespace kab::sys {

/// The lock of host-wide arms, held while it lives: <folder>/lock, flock'ed. kUnavailable when
/// another kab holds it, with its process id.
Result<Fd> lock_host(const std::string& folder);

/// Whether somebody (this process included) holds that lock.
bool host_is_locked(const std::string& folder);

/// The sign that a trial runs (an abstract socket name, gone with the process), to be put up before
/// a private network is entered. Nothing when another trial has put it up: say so, and go on. An
/// empty Fd where no sign can be put up at all.
std::optional<Fd> announce_trial();

}  // namespace kab::sys
