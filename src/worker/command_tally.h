// kab-worker --tally: the system calls of a command, for a guest, where kab itself is not.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace kab::worker {

/// Runs `argv` (a name of PATH, or a path), counts its calls and those of all that it starts, and
/// writes one reply of the protocol (Tally, of one operation) to the new file `path`. The command's
/// own exit code, 128 + n where signal n ended it. kUnavailable where calls cannot be counted here
/// or the file cannot be written.
Result<int> tally_command(const std::string& path, const std::vector<std::string>& argv);

}  // namespace kab::worker
