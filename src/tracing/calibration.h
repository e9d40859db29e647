// What counting costs a call: the cheapest call, many times, timed by the process that makes it.
#pragma once

#include <cstdint>
#include <functional>

#include <sys/types.h>

#include "base/result.h"

namespace kab::tracing {

/// Starts counting a child that has stopped itself, lets it go on, and returns once it has ended;
/// empty: nobody counts it.
using Counted = std::function<Result<void>(pid_t child)>;

/// The least time of a getppid() in ns over a few rounds of `calls` calls, in a child that
/// `counted` counts and that does `prepare` first.
Result<double> time_of_a_call(std::uint64_t calls, const Counted& counted,
                              const std::function<void()>& prepare = {});

}  // namespace kab::tracing
