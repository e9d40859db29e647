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

/// The sign that a trial runs (an abstract socket name, gone with the process), to be put up before
/// a private network is entered. Nothing when another trial has put it up: say so, and go on.
std::optional<Fd> announce_trial();

}  // namespace kab::sys
