// What this worker can run, as JSON lines, so that kab can list workloads without linking them.
#pragma once

#include <string>

namespace kab::worker {

/// One workload a line, by name; docs/worker-protocol.md describes the members. Calls and bytes are
/// those of the default parameters.
std::string list_of_workloads();

}  // namespace kab::worker
