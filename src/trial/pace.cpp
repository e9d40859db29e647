#include "trial/pace.h"

#include <algorithm>

namespace kab::trial {

std::int64_t block_ns(std::span<const SampleCost> costs, std::size_t slots, std::uint32_t batches) {
  std::int64_t once = 0;
  for (const auto& cost : costs)
    once += cost.fixed_ns + static_cast<std::int64_t>(batches) * cost.per_batch_ns;
  return std::max<std::int64_t>(1, once * static_cast<std::int64_t>(slots));
}

std::uint32_t batches_that_fit(std::span<const SampleCost> costs, std::size_t slots,
                               std::int64_t budget_ns) {
  for (std::uint32_t batches = kMostBatches; batches > kFewestBatches; --batches)
    if (block_ns(costs, slots, batches) * kWantedBlocks <= budget_ns) return batches;
  return kFewestBatches;
}

std::uint32_t blocks_that_fit(std::int64_t budget_ns, std::int64_t one_block_ns) {
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(budget_ns / one_block_ns, 1, kMostBlocks));
}

}  // namespace kab::trial
