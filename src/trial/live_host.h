// The host of live trials: each sample is a fresh process on the running kernel.
#pragma once

#include <optional>
#include <string>

#include "trial/plan.h"
#include "trial/worker_host.h"

namespace kab::trial {

class LiveHost : public WorkerHost {
 public:
  explicit LiveHost(std::optional<NumberMetric> number) : number_(std::move(number)) {}

  Result<Calibrated> calibrate(const SlotRequest& request, std::int64_t batch_ns) override;
  Result<SlotResult> measure(const SlotRequest& request) override;

 private:
  Result<std::string> worker_for(const std::string& abi);
  Result<SlotResult> measure_worker(const SlotRequest& request);
  Result<SlotResult> measure_command(const SlotRequest& request);

  std::optional<NumberMetric> number_;
  std::string worker_;  // found once, per ABI
  std::string worker_i386_;
};

}  // namespace kab::trial
