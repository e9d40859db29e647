#include "stats/cut.h"

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"

namespace kab::stats {

std::uint64_t exact_cut(std::span<const double> lower_half, double level) {
  // Levels such as 1 - 2/70 are meant to be reached although they are not exact in binary.
  constexpr double kRounding = 1e-12;
  const double allowed = (1 - level) / 2 * (1 + kRounding);
  std::uint64_t cut = 0;
  double below = 0;
  for (const double probability : lower_half) {
    below += probability;
    if (below > allowed) break;
    ++cut;
  }
  return cut;
}

std::uint64_t normal_cut(double mean, double standard_deviation, double level) {
  const double cut = std::floor(mean + 0.5 - normal_two_sided_z(1 - level) * standard_deviation);
  return static_cast<std::uint64_t>(std::max(cut, 0.0));
}

}  // namespace kab::stats
