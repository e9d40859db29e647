// Whether events can be counted and sampled here, each tried once.
#pragma once

#include "base/result.h"

namespace kab::events {

/// The kernel's own events of a command, in both modes: task-clock, faults, switches.
Result<void> software_events_available();

/// Events of the CPU: cycles, in both modes.
Result<void> hardware_events_available();

/// Samples of where a command spends its time, user mode and kernel, by whichever event.
Result<void> sampling_available();

}  // namespace kab::events
