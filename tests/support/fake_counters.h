// Counters that give what a test puts into them, and tell when they counted.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "events/counter_group.h"

namespace kab::support {

inline model::EventCount counted(double value) {
  return {.status = model::CountStatus::kCounted, .value = value};
}

class FakeCounters : public events::CounterGroup {
 public:
  explicit FakeCounters(std::vector<model::Metric> events) : events_(std::move(events)) {}

  const std::vector<model::Metric>& events() const override { return events_; }
  void begin() override {
    if (on_begin) on_begin();
  }
  std::vector<model::EventCount> end() override { return counts(); }

  std::function<void()> on_begin = {};
  std::function<std::vector<model::EventCount>()> counts;

 private:
  std::vector<model::Metric> events_;
};

}  // namespace kab::support
