// The values of one session, lined up for comparison: by block, subject, arm and slot.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/recording.h"

namespace kab::analysis {

/// One value in the order it was taken.
struct Timed {
  double value = 0;
  std::uint32_t block = 0;
  std::uint32_t position = 0;
  std::size_t sample = 0;  // index into Session::samples
};

/// All values of one arm (or of its A/A turn) in time order.
std::vector<Timed> values_in_time(const model::Session& session, std::uint32_t subject,
                                  std::uint32_t metric, std::uint32_t arm, model::Slot slot,
                                  std::uint32_t blocks);

/// Values of two slots in the blocks that have both, block by block.
struct Pairs {
  std::vector<double> baseline;
  std::vector<double> arm;
};
Pairs paired(std::span<const Timed> baseline, std::span<const Timed> arm);

std::vector<double> plain(std::span<const Timed> values);

/// How many blocks every subject and slot of the session has completed (failed samples count).
std::uint32_t complete_blocks(const model::Session& session);

}  // namespace kab::analysis
