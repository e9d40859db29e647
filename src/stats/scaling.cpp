#include "stats/scaling.h"

#include <algorithm>
#include <cmath>

namespace kab::stats {

double largest_magnitude(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

double scale_for(double magnitude) {
  if (magnitude == 0) return 1;
  constexpr int kLargestExponent = 1000;
  return std::ldexp(1.0, -std::clamp(std::ilogb(magnitude), -kLargestExponent, kLargestExponent));
}

}  // namespace kab::stats
