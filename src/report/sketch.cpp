#include "report/sketch.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kab::report {
namespace {

constexpr std::array<std::string_view, 8> kBlocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array<std::string_view, 7> kMarks = {".", ":", "-", "=", "+", "*", "#"};

// The step of `count` among `steps`, 1 … steps: rounded up, so that what is there is seen.
std::size_t step_of(std::size_t count, std::size_t largest, std::size_t steps) {
  const double share = static_cast<double>(count) / static_cast<double>(largest);
  const auto below = static_cast<std::size_t>(share * static_cast<double>(steps) - 1e-9);
  return std::min(below, steps - 1) + 1;
}

}  // namespace

std::string sketch(std::span<const std::size_t> counts, Glyphs glyphs) {
  const auto ramp = glyphs == Glyphs::kUnicode ? std::span<const std::string_view>(kBlocks)
                                               : std::span<const std::string_view>(kMarks);
  std::size_t largest = 0;
  for (const auto count : counts) largest = std::max(largest, count);
  std::string line;
  for (const auto count : counts) {
    if (count == 0) {
      line += ' ';
    } else {
      line += ramp[step_of(count, largest, ramp.size()) - 1];
    }
  }
  return line;
}

}  // namespace kab::report
