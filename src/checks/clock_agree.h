// The vDSO and the system call tell the same time: each reading of one lies between two of the
// other.
#pragma once

#include "checks/check.h"
#include "checks/clocks.h"

namespace kab::checks {

Finding check_clock_agree(ClockSubject& subject, const Conditions& conditions);

}  // namespace kab::checks
