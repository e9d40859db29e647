// Clocks never go back: within a thread, from CPU to CPU, and between the fast path and the call.
#pragma once

#include "checks/check.h"
#include "checks/clocks.h"

namespace kab::checks {

Finding check_clock_monotonic(ClockSubject& subject, const Conditions& conditions);

}  // namespace kab::checks
