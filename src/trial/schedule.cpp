#include "trial/schedule.h"

#include "base/random.h"

namespace kab::trial {

std::vector<ScheduledSlot> block_order(std::uint64_t seed, std::uint32_t block,
                                       std::size_t subjects, std::size_t arms, AaArm aa) {
  // Each block has a stream of its own, so that its order does not depend on the blocks before it.
  Random seeds(seed ^ (0xb10cULL << 48));
  Random random(seeds.next() + block);
  const std::size_t slots = arms + (aa == AaArm::kWith ? 1 : 0);
  std::vector<ScheduledSlot> order;
  order.reserve(subjects * slots);
  for (const auto subject : random.permutation(subjects)) {
    std::uint32_t position = 0;
    for (const auto slot : random.permutation(slots)) {
      const bool is_aa = slot == arms;
      order.push_back({.subject = static_cast<std::uint32_t>(subject),
                       .arm = is_aa ? 0 : static_cast<std::uint32_t>(slot),
                       .slot = is_aa ? model::Slot::kAA : model::Slot::kArm,
                       .position = position++});
    }
  }
  return order;
}

}  // namespace kab::trial
