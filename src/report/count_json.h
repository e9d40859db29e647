// Event counts of a command as one JSON document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/event_counts.h"

namespace kab::report {

/// docs/events.md describes it. `statuses`: the shell's exit code of each run.
std::string count_json(const model::CountReport& report, const model::CountedRuns& counted,
                       const std::vector<int>& statuses, std::string_view version);

}  // namespace kab::report
