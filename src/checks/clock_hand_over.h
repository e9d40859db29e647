// Two threads on two CPUs that read the same clocks in turn: each reading is handed over, so that
// the other's next one must not lie before it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "checks/clock_steps.h"
#include "checks/clocks.h"

namespace kab::checks {

struct HandOver {
  std::optional<std::array<int, 2>> cpus = {};  // none: wherever the scheduler puts the threads
  std::uint64_t turns = 0;                      // readings of both threads together
  std::int64_t longest_ns = 0;  // an earlier end, where other work holds the threads up
  std::uint64_t seed = 0;       // decides which way each reading is taken
};

/// The steps of each of the subject's clocks. kInput where a thread cannot be placed.
Result<std::vector<ClockSteps>> hand_over(const ClockSubject& subject, const HandOver& how);

}  // namespace kab::checks
