// How many blocks a time budget holds, and how long a sample may be so that it holds enough.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "model/recording.h"

namespace kab::trial {

inline constexpr std::int64_t kBatchNs = 10'000'000;  // or 10,000 timer resolutions, if longer
inline constexpr std::uint32_t kWantedBlocks = 24;    // method.md "Stopping"
inline constexpr std::uint32_t kMostBatches = 5;
inline constexpr std::uint32_t kFewestBatches = 3;
inline constexpr std::uint32_t kMostBlocks = 2000;

/// What one sample of a subject costs, as its pilots showed.
struct SampleCost {
  std::int64_t fixed_ns = 0;      // process, set-up, warm-up
  std::int64_t per_batch_ns = 0;  // 0 for commands: their length is not ours to choose
};

/// Batches a sample, the most (up to kMostBatches) with which `budget_ns` holds kWantedBlocks
/// blocks of `slots` slots for every subject; kFewestBatches when even that is too many.
std::uint32_t batches_that_fit(std::span<const SampleCost> costs, std::size_t slots,
                               std::int64_t budget_ns);

/// Nanoseconds that one block of all subjects takes.
std::int64_t block_ns(std::span<const SampleCost> costs, std::size_t slots, std::uint32_t batches);

/// Blocks that fit into `budget_ns`, at least 1 and at most kMostBlocks.
std::uint32_t blocks_that_fit(std::int64_t budget_ns, std::int64_t one_block_ns);

}  // namespace kab::trial
