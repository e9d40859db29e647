// Pinning of one process to one CPU.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/result.h"

namespace kab::workloads {

/// Lets the calling process run on `cpu` only. kInput when there is no such CPU or it is not
/// allowed here.
Result<void> pin_to(int cpu);

/// The CPU for the role at `index`: the list wraps round; nothing when it is empty.
std::optional<int> cpu_of_role(std::span<const int> pin, std::size_t index);

}  // namespace kab::workloads
