// Several threads that begin at once, or not at all.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"

namespace kab::checks {

/// Runs each of `works` in a thread of its own and returns when all are done. None of them begins
/// unless there is a thread for every one; kUnavailable then.
Result<void> run_together(const std::vector<std::function<void()>>& works);

}  // namespace kab::checks
