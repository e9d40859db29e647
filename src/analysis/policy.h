// What the verdicts of one judgement have in common.
#pragma once

#include <cstddef>
#include <vector>

#include "model/metric.h"
#include "model/threshold.h"

namespace kab::analysis {

struct Policy {
  std::vector<model::Threshold> thresholds = model::default_thresholds();
  double confidence = 0.95;     // of the family as a whole, as the user asked
  double look_alpha = 0.05;     // what this look may spend of 1 - confidence
  std::size_t family_size = 1;  // m: comparisons on the primary metric, workloads × arms

  /// The level of each simultaneous interval (Bonferroni): 1 - look_alpha / m.
  double level() const { return 1 - look_alpha / static_cast<double>(family_size); }
};

/// The same for a metric beside the primary one, of which absolute thresholds speak: it is judged
/// by those that fit its unit, and where none does, by the usual one.
Policy policy_beside(Policy policy, const model::Metric& metric);

}  // namespace kab::analysis
