// Counts of events over repeated runs: how they spread, what they give together, and what has to
// be said of them.
#pragma once

#include <string>
#include <string_view>

#include "model/event_counts.h"

namespace kab::analysis {

/// Summaries of every event in the order given, of elapsed, user and system time, the ratios that
/// two events give, and remarks: each reason for a missing event once, estimates, ratios that
/// cannot be true.
model::CountReport summarise_counts(const model::CountedRuns& counted, std::string command);

}  // namespace kab::analysis
