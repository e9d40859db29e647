#include "analysis/policy.h"

namespace kab::analysis {

Policy policy_beside(Policy policy, const model::Metric& metric) {
  std::erase_if(policy.thresholds, [&](const model::Threshold& threshold) {
    return threshold.kind == model::Threshold::Kind::kAbsolute &&
           !model::absolute_in(threshold, metric.unit);
  });
  if (policy.thresholds.empty()) policy.thresholds = model::default_thresholds();
  return policy;
}

}  // namespace kab::analysis
