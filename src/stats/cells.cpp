#include "stats/cells.h"

#include <algorithm>
#include <cmath>

#include "stats/bracket.h"
#include "stats/selection.h"

namespace kab::stats {
namespace {

constexpr double kMostCells = 4e6;
constexpr double kFinest = 1e14;  // positions beyond lose their fractions
constexpr std::size_t kOutsideShare = 50;
constexpr double kHalf = 0.5;

// The first cell and the number of cells: all of the range, or its part around the median.
struct Window {
  double first = 0;
  double cells = 0;
};

Window window_of(std::span<const double> values, double width) {
  const auto [low, high] = std::ranges::minmax(values);
  const double first = std::floor(low / width);
  const double cells = std::floor(high / width) - first + 1;
  if (cells <= kMostCells) return {.first = first, .cells = cells};
  const double middle = neighbours(values, values.size() / 2).at;
  return {.first = std::floor(middle / width) - kMostCells / 2, .cells = kMostCells};
}

}  // namespace

std::optional<Cells> Cells::of(std::span<const double> values, double width) {
  const auto window = window_of(values, width);
  if (!(std::abs(window.first) < kFinest)) return std::nullopt;
  Cells cells;
  cells.first_ = static_cast<std::int64_t>(window.first);
  cells.counts_.resize(static_cast<std::size_t>(window.cells));
  for (const double value : values) {
    const double place = value / width - window.first;
    if (place >= 0 && place < window.cells) {
      ++cells.counts_[static_cast<std::size_t>(place)];
      continue;
    }
    cells.outside_.push_back(value / width - kHalf);
    const bool many = cells.outside_.size() > values.size() / kOutsideShare;
    if (many || !std::isfinite(cells.outside_.back())) return std::nullopt;
  }
  std::sort(cells.outside_.begin(), cells.outside_.end());
  cells.from_.resize(cells.counts_.size() + 1);
  for (std::size_t i = cells.counts_.size(); i-- > 0;)
    cells.from_[i] = cells.from_[i + 1] + cells.counts_[i];
  return cells;
}

std::uint64_t Cells::from(std::int64_t position) const {
  const auto last = static_cast<std::int64_t>(counts_.size());
  return from_[static_cast<std::size_t>(std::clamp(position - first_, std::int64_t{0}, last))];
}

std::uint64_t CellDifferences::count_in_cells(std::int64_t distance) const {
  // b's cell i and a's cells from i + ahead on are at most `distance` apart.
  const std::int64_t ahead = b_.first() - a_.first() - distance;
  const auto counts = b_.counts();
  const auto from = a_.from_each();
  const auto clamped = [&](std::int64_t place) {
    return static_cast<std::size_t>(
        std::clamp(place, std::int64_t{0}, static_cast<std::int64_t>(counts.size())));
  };
  const std::size_t start = clamped(-ahead);  // before it all of a's are
  const std::size_t end = std::max(start, clamped(static_cast<std::int64_t>(from.size()) - ahead));
  std::uint64_t count = (b_.from(b_.first()) - b_.from_each()[start]) * std::uint64_t{from[0]};
  if (start == end) return count;
  const auto partners =
      from.subspan(static_cast<std::size_t>(static_cast<std::int64_t>(start) + ahead), end - start);
  for (std::size_t i = 0; i < partners.size(); ++i)
    count += std::uint64_t{counts[start + i]} * partners[i];
  return count;
}

// Pairs of which one value or both are outside of the cells.
std::uint64_t CellDifferences::count_outside(std::int64_t distance) const {
  const double bound = static_cast<double>(distance) + kHalf;
  const auto whole = [](double position) {
    constexpr double kFar = 1e18;
    return static_cast<std::int64_t>(std::clamp(position, -kFar, kFar));
  };
  std::uint64_t count = 0;
  std::size_t near = 0;  // of b's outside values, those not farther than `bound`
  for (const double position : a_.outside()) {
    while (near < b_.outside().size() && b_.outside()[near] <= position + bound) ++near;
    count += near;
    count += b_.from(b_.first()) - b_.from(whole(std::floor(position + bound)) + 1);
  }
  for (const double position : b_.outside()) count += a_.from(whole(std::ceil(position - bound)));
  return count;
}

std::uint64_t CellDifferences::count_up_to(std::int64_t distance) const {
  return count_in_cells(distance) + count_outside(distance);
}

std::optional<double> CellDifferences::kth(std::uint64_t k) const {
  const auto a_cells = static_cast<std::int64_t>(a_.counts().size());
  const auto b_cells = static_cast<std::int64_t>(b_.counts().size());
  const std::int64_t lowest = b_.first() - a_.first() - a_cells;
  Bracket all{.from = 0,
              .to = static_cast<std::uint64_t>(a_cells + b_cells),
              .below = count_up_to(lowest - 1),
              .up_to = count_up_to(lowest + a_cells + b_cells)};
  if (k <= all.below || k > all.up_to) return std::nullopt;
  const auto distance_at = [&](std::uint64_t place) {
    return lowest + static_cast<std::int64_t>(place);
  };
  const auto found = narrowed(
      all, k, 0, [&](std::uint64_t place) { return count_up_to(distance_at(place)); },
      [](std::uint64_t from, std::uint64_t to, double share) {
        return from + static_cast<std::uint64_t>(static_cast<double>(to - from) * share);
      });
  // Within a distance the pairs are taken for spread evenly over the cell.
  const double share = (static_cast<double>(k - found.below) - kHalf) /
                       static_cast<double>(found.up_to - found.below);
  return static_cast<double>(distance_at(found.from)) - kHalf + share;
}

}  // namespace kab::stats
