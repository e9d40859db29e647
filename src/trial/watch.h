// Watches the machine between blocks: what changes there becomes an event of the recording.
#pragma once

#include <cstdint>
#include <vector>

#include "base/kernel_log.h"
#include "model/recording.h"
#include "sys/machine.h"

namespace kab::trial {

class MachineWatch {
 public:
  MachineWatch();

  /// Events since the last call, at most one look a second; `now_ns` is since the session's start.
  std::vector<model::Event> changes(std::int64_t now_ns);

 private:
  sys::Facts known_;
  KernelLog kernel_log_;
  std::int64_t looked_ns_ = 0;
};

/// The events that tell two readings of the machine apart: a clocksource that changed, CPUs that
/// went on- or offline, throttling, stolen time.
std::vector<model::Event> changes_between(const sys::Facts& before, const sys::Facts& after,
                                          std::int64_t at_ns);

}  // namespace kab::trial
