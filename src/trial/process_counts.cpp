#include "trial/process_counts.h"

#include <algorithm>
#include <string>

#include <sys/time.h>

namespace kab::trial {
namespace {

std::string note_on(const std::string& event, const model::EventCount& count) {
  if (count.status != model::CountStatus::kCounted)
    return event + " was not to be had in some samples, which have no value of it: " +
           std::string(text_of(count.status)) + ": " + count.reason;
  if (!count.source.empty())
    return event + " is what " + count.source + " says of the process, since perf events are not " +
           "permitted: " + count.reason;
  if (count.running_share < 1)
    return event + " shared its counter with other events and ran for a part of the time: its " +
           "counts are estimates (ask for fewer events)";
  return "";
}

}  // namespace

rusage used_between(const rusage& before, const rusage& after) {
  rusage used{};
  timersub(&after.ru_utime, &before.ru_utime, &used.ru_utime);
  timersub(&after.ru_stime, &before.ru_stime, &used.ru_stime);
  used.ru_minflt = after.ru_minflt - before.ru_minflt;
  used.ru_majflt = after.ru_majflt - before.ru_majflt;
  used.ru_nvcsw = after.ru_nvcsw - before.ru_nvcsw;
  used.ru_nivcsw = after.ru_nivcsw - before.ru_nivcsw;
  return used;
}

void add_counts(const SlotRequest& slot, const std::vector<model::Metric>& events,
                const std::vector<model::EventCount>& counts, std::uint64_t operations,
                SlotResult& result) {
  for (std::size_t i = 0; i < std::min(events.size(), counts.size()); ++i) {
    const auto metric = std::ranges::find(slot.metrics, events[i].name, &model::Metric::name);
    if (metric == slot.metrics.end()) continue;
    if (auto note = note_on(events[i].name, counts[i]); !note.empty())
      result.notes.push_back(std::move(note));
    if (counts[i].status != model::CountStatus::kCounted) continue;
    result.readings.push_back({.metric = static_cast<std::uint32_t>(metric - slot.metrics.begin()),
                               .batch = 0,
                               .iterations = operations,
                               .total = counts[i].value});
  }
}

}  // namespace kab::trial
