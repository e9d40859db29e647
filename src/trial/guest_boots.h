// Many boots, several at a time: each on a thread of its own, their results on one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/result.h"
#include "guest/boot.h"

namespace kab::trial {

/// How long a boot may take of which nothing is known yet.
inline constexpr std::int64_t kFirstBootNs = 180'000'000'000;

/// How long a boot may take that does what one which took `seen_ns` did: twenty times that, since a
/// machine may become busy, but half a minute at least and half an hour at most.
std::int64_t boot_deadline_ns(std::int64_t seen_ns);

/// Calls `boot(i)` for i = 0 … count - 1, begun in that order, at most `at_once` at a time, and
/// `take(i, result)` for each on the calling thread, in the order in which they end. An error of
/// either ends it: what is running is waited for, nothing more is begun, and the first error is
/// returned.
Result<void> run_boots(std::size_t count, std::size_t at_once,
                       const std::function<Result<guest::Boot>(std::size_t)>& boot,
                       const std::function<Result<void>(std::size_t, guest::Boot)>& take);

}  // namespace kab::trial
