// Many boots, several at a time: each on a thread of its own, their results on one.
#pragma once

#include <cstddef>
#include <functional>

#include "base/result.h"
#include "guest/boot.h"

namespace kab::trial {

/// Calls `boot(i)` for i = 0 … count - 1, begun in that order, at most `at_once` at a time, and
/// `take(i, result)` for each on the calling thread, in the order in which they end. An error of
/// either ends it: what is running is waited for, nothing more is begun, and the first error is
/// returned.
Result<void> run_boots(std::size_t count, std::size_t at_once,
                       const std::function<Result<guest::Boot>(std::size_t)>& boot,
                       const std::function<Result<void>(std::size_t, guest::Boot)>& take);

}  // namespace kab::trial
