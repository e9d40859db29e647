// libpfm4, which knows the events of CPUs and the kernel's own by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "events/event.h"

namespace kab::events {

/// The event that libpfm4 calls `name` ("cycles", "page-faults", "INST_RETIRED:ANY", "r01c2"), for
/// both modes; nothing where it knows none, or it is of a CPU that this is not.
std::optional<Event> encode(const std::string& name);

/// Names of the kernel's own events, in lower case: "cycles", "task-clock", ….
std::vector<std::string> known_names();

}  // namespace kab::events
