// The loop around one operation, for workloads that need no partner.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace kab::workloads {

/// Calls `operation` n times; returns false at once when it does. The counter is a machine word,
/// so that the loop is as tight on i386 as a loop over a long would be.
template <class Operation>
[[gnu::always_inline]] inline bool repeat(std::uint64_t n, Operation operation) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::size_t>::max();
  while (n > 0) {
    const std::uint64_t part = std::min(n, kMost);
    for (auto left = static_cast<std::size_t>(part); left > 0; --left) {
      if (!operation()) return false;
    }
    n -= part;
  }
  return true;
}

}  // namespace kab::workloads
