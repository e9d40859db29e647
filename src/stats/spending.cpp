#include "stats/spending.h"

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"

namespace kab::stats {

double spent_alpha(double alpha, double t) {
  if (alpha <= 0 || t <= 0) return 0;
  return normal_two_sided_p(normal_two_sided_z(alpha) / std::sqrt(std::min(t, 1.0)));
}

std::vector<double> look_alphas(double alpha, std::span<const std::uint32_t> looks,
                                std::uint32_t planned) {
  std::vector<double> alphas;
  alphas.reserve(looks.size());
  double spent = 0;
  for (const std::uint32_t look : looks) {
    const double share = static_cast<double>(look) / static_cast<double>(planned);
    const double spent_now = spent_alpha(alpha, share);
    alphas.push_back(spent_now - spent);
    spent = spent_now;
  }
  return alphas;
}

}  // namespace kab::stats
