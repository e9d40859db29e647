// Mid-ranks, doubled so that they are whole numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kab::stats {

/// Twice the mid-rank (from 1) of each value among all; equal values share theirs. O(n log n).
std::vector<std::uint64_t> doubled_midranks(std::span<const double> values);

}  // namespace kab::stats
