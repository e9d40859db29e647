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

/// Values of several turns in the blocks that have all of them, block by block: one list a turn,
/// all of one length.
std::vector<std::vector<double>> lined_up(const std::vector<std::vector<Timed>>& turns);

std::vector<double> plain(std::span<const Timed> values);

/// How many blocks every subject and slot of the session has completed (failed samples count).
std::uint32_t complete_blocks(const model::Session& session);

}  // namespace kab::analysis
