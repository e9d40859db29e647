// Which net.* sysctls a network namespace has of its own.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace kab::sys {

/// Those of `names` that are missing, or cannot be written, in a private network namespace: the
/// host's own. Tried in a child process. kUnavailable where there can be no private network at all.
Result<std::vector<std::string>> missing_in_private_network(const std::vector<std::string>& names);

}  // namespace kab::sys
