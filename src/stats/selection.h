// The value at one place of the sorted order, in one pass over the values and without a copy of
// them where they are many.
#pragma once

#include <cstddef>
#include <span>

namespace kab::stats {

/// A value of the sorted order and the one after it (itself when it is the last).
struct Neighbours {
  double at = 0;
  double next = 0;
};

/// Those at `place` (from 0, < n) of the ascending order; exact. O(n); from 65,536 values on by a
/// sample that brackets the place (Floyd & Rivest 1975).
Neighbours neighbours(std::span<const double> values, std::size_t place);

/// The same among the distances |value - centre|; one that overflows is the largest double.
Neighbours neighbours_of_distances(std::span<const double> values, double centre,
                                   std::size_t place);

}  // namespace kab::stats
