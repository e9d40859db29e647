// Events that a trial or run counts beside the time: which of them can be had here, and what their
// metrics are.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "events/event.h"
#include "model/metric.h"
#include "trial/runner.h"

namespace kab::trial {

/// What a process counts of an event of `metric` (of a whole run) for each operation: "events/op",
/// "ns/op".
model::Metric per_operation(model::Metric metric);

/// The events with their directions: the known one, or `better` for those that have none in
/// themselves. kInput, naming the event, where neither is there.
Result<std::vector<model::Metric>> event_metrics(std::span<const events::Event> events,
                                                 std::optional<model::Better> better);

/// Events that can be counted here, and why others cannot, those of one reason together. What
/// getrusage(2) knows of an event that is not permitted is had, too.
struct EventsHere {
  std::vector<events::Event> events = {};
  std::vector<model::Metric> metrics = {};
  std::vector<LeftOut> missing = {};  // "cycles:k, cycles", "not supported: ..."
};

/// `probe`: a count without value for each event, as events::PerfCounters::probe() gives them.
EventsHere events_here(std::span<const events::Event> events,
                       const std::vector<model::Metric>& metrics,
                       std::vector<model::EventCount> probe);

}  // namespace kab::trial
