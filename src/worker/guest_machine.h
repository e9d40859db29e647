// What an init has to do for its machine: file systems, the loopback interface, the end.
#pragma once

#include <string>

#include "base/result.h"

namespace kab::worker {

/// Mounts what programs expect and brings `lo` up. What this kernel lacks is left out: who needs it
/// will say so.
void set_up_machine();

/// The content of a file; of a folder, a line "name: first line" for each of its files, by name.
Result<std::string> content_of(const std::string& path);

/// Kills and reaps every process but this one, so that nothing runs on into the next order.
void end_all_others();

inline constexpr unsigned kAllAnswered = 42;
inline constexpr unsigned kNoChannel = 43;

/// Writes `code` to the exit port that kab gives its guests; where the kernel keeps programs from
/// ports, it reboots, which ends the guest too.
[[noreturn]] void end_machine(unsigned code);

}  // namespace kab::worker
