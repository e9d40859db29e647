// The kernel's counters, by perf_event_open(2).
#pragma once

#include <cstdint>
#include <vector>

#include "base/fd.h"
#include "events/counter_group.h"
#include "events/event.h"
#include "events/refusal.h"

namespace kab::events {

/// Counters are opened on the calling thread, switched off, to be inherited by what it starts and
/// switched on there by exec: kab itself is never counted, and nothing of the command is missed.
class PerfCounters : public CounterGroup {
 public:
  explicit PerfCounters(std::vector<Event> events);

  const std::vector<model::Metric>& events() const override { return metrics_; }
  void begin() override;
  std::vector<model::EventCount> end() override;

  /// Which of the events can be opened here: counts without values. Nothing is counted.
  std::vector<model::EventCount> probe();

 private:
  struct Counter {
    Fd fd;
    std::uint64_t id = 0;
    model::EventCount refusal = {};  // where there is no fd
  };
  Counter open(const Event& event, int leader) const;

  std::vector<Event> events_;
  std::vector<model::Metric> metrics_;
  std::vector<Counter> counters_;  // one an event, while it counts
  Asker asker_;
};

}  // namespace kab::events
