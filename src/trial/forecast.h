// What a trial can hope for, said before it starts: whether its blocks are enough, what would be,
// and the smallest change that will show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kab::trial {

struct Forecast {
  std::uint32_t blocks = 0;           // planned
  bool by_repeat = false;             // --repeat was given: not a time
  std::int64_t budget_ns = 0;         // --time, when it was not
  std::int64_t before_blocks_ns = 0;  // calibration and pilots
  std::int64_t block_ns = 0;          // one block of all subjects
  double alpha = 0.05;                // 1 - confidence
  std::size_t family_size = 1;        // m
  std::optional<double> spread;       // relative, of the noisiest subject's pilot batches
};

/// The looks of `planned` at which there can be an interval at all; others would only use up
/// blocks' names.
std::vector<std::uint32_t> useful_looks(const std::vector<std::uint32_t>& planned, double alpha,
                                        std::size_t family_size);

/// One line, or nothing when the blocks are enough: at least kWantedBlocks, or, by --repeat, enough
/// for an interval.
std::optional<std::string> forecast_note(const Forecast& forecast);

/// About the smallest change that so many blocks will show (80 % of the time), as a fraction, if
/// the samples spread as the pilots' batches did: normal theory for a paired difference.
std::optional<double> detectable_by(const Forecast& forecast, std::uint32_t blocks);

}  // namespace kab::trial
