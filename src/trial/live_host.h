// The host of live trials: each sample is a fresh process on the running kernel. Where events are
// counted, a second process does the same again and is counted, so that nothing counts while time
// is taken.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "events/counter_group.h"
#include "trial/plan.h"
#include "trial/worker_host.h"

namespace kab::trial {

class LiveHost : public WorkerHost {
 public:
  /// `counters` (nullptr: nothing is counted) outlives the host; its events that a slot has as
  /// metrics become readings.
  explicit LiveHost(std::optional<NumberMetric> number, events::CounterGroup* counters = nullptr)
      : number_(std::move(number)), counters_(counters) {}

  Result<Calibrated> calibrate(const SlotRequest& request, std::int64_t batch_ns) override;
  Result<SlotResult> measure(const SlotRequest& request) override;

 private:
  enum class Counting { kNo, kYes };
  Result<std::string> worker_for(const std::string& abi);
  Result<SlotResult> run_once(const SlotRequest& request, Counting counting);
  Result<SlotResult> run_counted(const SlotRequest& request);
  Result<SlotResult> run_process(const SlotRequest& request);
  Result<SlotResult> measure_worker(const SlotRequest& request);
  Result<SlotResult> measure_command(const SlotRequest& request);

  std::optional<NumberMetric> number_;
  events::CounterGroup* counters_;
  std::string worker_;  // found once, per ABI
  std::string worker_i386_;
};

}  // namespace kab::trial
