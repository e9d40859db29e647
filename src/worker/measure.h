// Batches: how many operations make one long enough, and how long each of them took.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"
#include "wire/protocol.h"
#include "workloads/workload.h"

namespace kab::worker {

/// Nanoseconds of a clock that only rises; read twice a batch. now_ns(), or a test's own.
using Now = std::move_only_function<std::int64_t()>;

struct Plan {
  std::uint64_t iterations = 1;
  std::uint32_t batches = 1;
  std::uint64_t warmup_iterations = 0;
};

struct Measured {
  std::vector<wire::Batch> batches = {};
  std::int64_t inside_ns = 0;  // in the workload, warm-up included
};

/// Warms up, then times plan.batches batches; further metrics are taken between them. All memory is
/// there before the first one starts. Iterations are those of all copies together.
Result<Measured> measure(workloads::Instance& instance, const Plan& plan, Now& now);

struct Calibrated {
  std::uint64_t iterations = 0;
  std::int64_t inside_ns = 0;
};

/// The batch length that time calls for: the longer of `batch_ns` and 10,000 timer resolutions.
std::int64_t target_ns(std::uint64_t batch_ns, double resolution_ns);

/// How many iterations make the shortest of three batches last `target_ns`, rounded up to two
/// digits: doubling (which warms up), then scaling. kUnavailable when no number of them does.
Result<Calibrated> calibrate(workloads::Run& run, std::int64_t target_ns, Now& now);

}  // namespace kab::worker
