// kab syscalls --kernel: a command's system calls counted in a guest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/guest_option.h"
#include "cli/syscall_report.h"
#include "model/counted.h"
#include "model/syscall_report.h"
#include "sys/foreground.h"
#include "trial/guest_tally.h"

namespace kab::cli {

inline constexpr std::uint32_t kUsualGuestCpus = 1;

/// Runs `command` with its libraries and `files` in the guest and gives out what it printed, its
/// stdout to where `output` says. Errors as tally_in_guest().
Result<trial::GuestTally> tally_in_guest(const GuestOption& option,
                                         const std::vector<std::string>& command,
                                         const std::vector<std::string>& files,
                                         sys::CommandOutput output);

/// Its report: calls and errors, no times.
model::SyscallReport syscall_report(const trial::GuestTally& tallied, SortBy sort);

/// The rows of a recording, of subject 0 and arm 0.
std::vector<model::TalliedCall> tallied_calls(const trial::GuestTally& tallied);

}  // namespace kab::cli
