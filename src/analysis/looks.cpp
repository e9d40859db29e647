#include "analysis/looks.h"

#include <algorithm>

#include "stats/spending.h"

namespace kab::analysis {

std::vector<std::uint32_t> planned_looks(std::uint32_t planned_blocks) {
  std::vector<std::uint32_t> looks;
  for (const std::uint32_t quarters : {2U, 3U, 4U}) {
    const auto look =
        static_cast<std::uint32_t>((std::uint64_t{planned_blocks} * quarters + 3) / 4);
    if (look > 0 && (looks.empty() || look > looks.back())) looks.push_back(look);
  }
  return looks;
}

double alpha_of_last_look(double alpha, std::span<const std::uint32_t> looks,
                          std::uint32_t planned_blocks, LookKind kind) {
  if (looks.empty()) return alpha;
  const auto share_at = [&](std::uint32_t blocks) {
    return std::min(1.0, static_cast<double>(blocks) / std::max(1U, planned_blocks));
  };
  const double before =
      looks.size() < 2 ? 0 : stats::spent_alpha(alpha, share_at(looks[looks.size() - 2]));
  const double now =
      kind == LookKind::kEnd ? alpha : stats::spent_alpha(alpha, share_at(looks.back()));
  return now - before;
}

}  // namespace kab::analysis
