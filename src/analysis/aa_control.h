// The A/A control: the baseline against itself, the noise floor in plain sight.
#pragma once

#include <optional>
#include <span>

#include "analysis/policy.h"
#include "model/judgement.h"

namespace kab::analysis {

/// Whether a baseline that differs from itself by this voids verdicts: the interval at the strict
/// level 1 - 0.001/m leaves out 0, and the estimate exceeds half the threshold (method.md).
enum class Control { kHolds, kFails };
Control control_of(double log_estimate, const std::optional<Interval>& strict, const Policy& policy,
                   const model::Metric& metric, std::optional<double> baseline_median);

/// The level of that interval.
double strict_level(const Policy& policy);

/// The interval of the second baseline turn against the first, at the user's confidence, and
/// whether the control holds. Values that are not positive have no ratio and so no interval.
model::AaResult aa_control(model::AaResult into, const model::Metric& metric,
                           std::span<const double> baseline, std::span<const double> second,
                           const Policy& policy);

}  // namespace kab::analysis
