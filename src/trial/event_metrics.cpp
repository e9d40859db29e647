#include "trial/event_metrics.h"

#include <algorithm>
#include <utility>

#include <sys/resource.h>

#include "base/text.h"
#include "events/command_count.h"

namespace kab::trial {

model::Metric per_operation(model::Metric metric) {
  metric.unit += "/op";
  return metric;
}

Result<std::vector<model::Metric>> event_metrics(std::span<const events::Event> events,
                                                 std::optional<model::Better> better) {
  std::vector<model::Metric> metrics;
  for (const auto& event : events) {
    auto metric = events::metric_of(event);
    const auto known = events::direction_of(event);
    if (!known && !better)
      return fail_input("whether more or less of event " + in_quotes(event.name) +
                        " is better is not known; say --better lower or --better higher");
    metric.better = known ? *known : *better;
    metrics.push_back(std::move(metric));
  }
  return metrics;
}

namespace {

void note_missing(const std::string& event, const model::EventCount& count,
                  std::vector<LeftOut>& missing) {
  const auto reason = std::string(text_of(count.status)) + ": " + count.reason;
  const auto known = std::ranges::find(missing, reason, &LeftOut::reason);
  if (known != missing.end()) {
    known->subjects.push_back(event);
  } else {
    missing.push_back({.subjects = {event}, .reason = reason});
  }
}

}  // namespace

EventsHere events_here(std::span<const events::Event> events,
                       const std::vector<model::Metric>& metrics,
                       std::vector<model::EventCount> probe) {
  events::fill_in_from(rusage{}, metrics, probe);
  EventsHere here;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (probe[i].status != model::CountStatus::kCounted) {
      note_missing(events[i].name, probe[i], here.missing);
      continue;
    }
    here.events.push_back(events[i]);
    here.metrics.push_back(metrics[i]);
  }
  return here;
}

}  // namespace kab::trial
