// The system calls that a workload's operations make, as a worker counts them: the proof of what a
// measurement measured.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/recording.h"
#include "wire/protocol.h"

namespace kab::trial {

struct TallyOrder {
  std::string workload;
  model::Params params;
  std::vector<int> pin;
  std::vector<std::pair<std::string, std::string>> environment = {};  // added to kab's own
  std::uint64_t operations = 1000;
  std::int64_t deadline_ns = 60'000'000'000;
};

/// Runs the workload in a traced child of `worker`; nothing is timed. kInput for a workload or
/// parameter that does not exist, kUnavailable where calls cannot be counted here.
Result<wire::Tally> count_calls(const std::string& worker, const TallyOrder& order);

/// The same out of a worker's reply.
Result<wire::Tally> tally_in(wire::Reply reply);

/// All calls of the tally together.
std::uint64_t total_calls(const wire::Tally& tally);

/// For a workload that reads a clock: "fast path: 0 system calls in 1000 reads", or "slow path:
/// 1000 system calls in 1000 reads (clock_gettime)".
std::string fast_path_text(const wire::Tally& tally);

}  // namespace kab::trial
