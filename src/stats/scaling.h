// Keeps squares and sums inside the range of a double: values are brought near 1 by a power of
// two, which is exact, and results are brought back.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

namespace kab::stats {

/// Largest |value|, 0 for an empty set.
double largest_magnitude(std::span<const double> values);

/// The power of two p for which p × magnitude lies near 1 (1 for magnitude 0); p and 1 / p are
/// finite.
double scale_for(double magnitude);

/// `value`, or the nearest finite double where it overflowed.
inline double finite(double value) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  return std::clamp(value, -kLargest, kLargest);
}

}  // namespace kab::stats
