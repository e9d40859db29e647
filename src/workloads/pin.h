// Pinning of one process to one CPU.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <sched.h>

#include "base/result.h"

namespace kab::workloads {

/// Lets the calling process run on `cpu` only. kInput when there is no such CPU or it is not
/// allowed here.
Result<void> pin_to(int cpu);

/// Keeps the calling process on one CPU while it lives; then it may run wherever it could before.
class StayOn {
 public:
  /// Errors as pin_to().
  static Result<StayOn> cpu(int cpu);
  ~StayOn();
  StayOn(StayOn&& other) noexcept = default;
  StayOn& operator=(StayOn&&) = delete;
  StayOn(const StayOn&) = delete;
  StayOn& operator=(const StayOn&) = delete;

 private:
  explicit StayOn(std::vector<cpu_set_t> before) : before_(std::move(before)) {}

  std::vector<cpu_set_t> before_;  // empty: moved from
};

/// The CPU for the role at `index`: the list wraps round; nothing when it is empty.
std::optional<int> cpu_of_role(std::span<const int> pin, std::size_t index);

}  // namespace kab::workloads
