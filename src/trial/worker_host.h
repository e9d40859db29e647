// Seam: where a sample is taken. Live processes, guests and clusters are hosts; tests have a fake.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/recording.h"

namespace kab::trial {

/// One slot of a block: what shall run, with everything that its arm asks for.
struct SlotRequest {
  std::uint32_t subject = 0;
  std::uint32_t arm = 0;
  model::Slot slot = model::Slot::kArm;
  std::string workload;  // for kab-worker; empty for a command
  std::string abi;
  model::Params params;
  std::vector<std::string> command;  // argv; empty for a workload
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<int> pin;                // CPU of each role; empty: not pinned
  std::string setup;                   // sh -c, before the sample; empty: none
  std::string teardown;                // sh -c, after the sample
  std::vector<model::Metric> metrics;  // of the subject: what readings refer to by index
  model::Calibration calibration;
  std::int64_t deadline_ns = 0;  // for the whole sample
};

struct SlotResult {
  model::SampleStatus status = model::SampleStatus::kOk;
  std::string failure;  // "exited 1", when kFailed
  std::vector<int> cpus;
  std::vector<model::Reading> readings;
  std::int64_t duration_ns = 0;         // of the whole process, and of a second one that is counted
  std::int64_t inside_ns = 0;           // of it, inside the workload
  std::vector<std::string> notes = {};  // what the recording must say of the trial, once each
};

/// What a host learns about a workload when it calibrates it.
struct Calibrated {
  model::Calibration calibration;
  double bytes_per_operation = 0;
  model::UserCopies copies;
  double recording_ns = 0;  // what recording a latency adds to one operation; 0: none is recorded
};

class WorkerHost {
 public:
  virtual ~WorkerHost() = default;

  /// Finds the iterations that make a batch last `batch_ns`. Errors: kInput for a workload or
  /// parameter that does not exist, kUnavailable where it cannot run here.
  virtual Result<Calibrated> calibrate(const SlotRequest& request, std::int64_t batch_ns) = 0;

  /// Takes one sample. A command or worker that fails is a result with status kFailed; an Error
  /// ends the trial (interrupted, or the host itself cannot go on).
  virtual Result<SlotResult> measure(const SlotRequest& request) = 0;
};

}  // namespace kab::trial
