// The order of things: by seed alone, so that a recording's seed says what the order was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/recording.h"

namespace kab::trial {

struct ScheduledSlot {
  std::uint32_t subject = 0;
  std::uint32_t arm = 0;
  model::Slot slot = model::Slot::kArm;
  std::uint32_t position = 0;  // within the block of its subject
};

enum class AaArm { kWithout, kWith };

/// Block `block` of every subject: the subjects in a uniformly random order, and within each an
/// independent, uniformly random permutation of its slots (every arm once, the baseline a second
/// time when the A/A arm is on). Depends on seed and block number only.
std::vector<ScheduledSlot> block_order(std::uint64_t seed, std::uint32_t block,
                                       std::size_t subjects, std::size_t arms, AaArm aa);

}  // namespace kab::trial
