// Values counted in cells of one width: how shifts of millions of values are found without sorting
// them. Every value is taken for the middle of its cell, so no difference moves by more than a
// cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/interval.h"

namespace kab::stats {

/// One set's values in cells around its median; those too far out for a cell are kept as they are.
/// Positions are in widths of a cell, those of cells whole numbers.
class Cells {
 public:
  /// Nothing where cells of this `width` (> 0) cannot hold the values: more than a fiftieth of them
  /// lies outside of four million cells, or they are too fine for doubles.
  static std::optional<Cells> of(std::span<const double> values, double width);

  std::int64_t first() const { return first_; }
  std::span<const std::uint32_t> counts() const { return counts_; }
  std::span<const double> outside() const { return outside_; }  // ascending
  std::uint64_t total() const { return from_.front() + outside_.size(); }

  /// How many values in cells stand in cell `position` or after it.
  std::uint64_t from(std::int64_t position) const;
  /// The same for counts().size() + 1 positions from first() on.
  std::span<const std::uint32_t> from_each() const { return from_; }

 private:
  std::int64_t first_ = 0;             // position of the first cell
  std::vector<std::uint32_t> counts_;  // per cell
  std::vector<std::uint32_t> from_;    // per cell: in it or after it; one more, which is 0
  std::vector<double> outside_;
};

/// The differences b - a of two sets in cells of the same width.
class CellDifferences {
 public:
  CellDifferences(const Cells& a, const Cells& b) : a_(a), b_(b) {}

  /// How many are at most `distance` + 1/2 cells.
  std::uint64_t count_up_to(std::int64_t distance) const;

  /// The k-th smallest (from 1), in widths of a cell, at most two cells off. Nothing where it lies
  /// farther out than any two cells.
  std::optional<double> kth(std::uint64_t k) const;

 private:
  std::uint64_t count_in_cells(std::int64_t distance) const;
  std::uint64_t count_outside(std::int64_t distance) const;

  const Cells& a_;
  const Cells& b_;
};

}  // namespace kab::stats
