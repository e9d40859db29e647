// Seam: counting events of what this thread starts. The real one asks the kernel
// (perf_counters.h); tests have one that gives recorded reads.
#pragma once

#include <vector>

#include "model/event_counts.h"

namespace kab::events {

class CounterGroup {
 public:
  virtual ~CounterGroup() = default;

  /// The events, in the order of the counts.
  virtual const std::vector<model::Metric>& events() const = 0;

  /// From now on counts every process that this thread starts, from its exec on, and all that they
  /// start in turn. What was counted before is forgotten.
  virtual void begin() = 0;

  /// The counts by now, of processes that have ended and of those that still run; then no more is
  /// counted. An event that cannot be had is a count with its reason.
  virtual std::vector<model::EventCount> end() = 0;
};

}  // namespace kab::events
