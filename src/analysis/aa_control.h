// The A/A control: the baseline against itself, the noise floor in plain sight.
#pragma once

#include <span>

#include "analysis/policy.h"
#include "model/judgement.h"

namespace kab::analysis {

/// The interval of the second baseline turn against the first, at the user's confidence. It fails
/// only when it leaves out 0 at level 0.001/m and its estimate exceeds half the threshold
/// (method.md).
model::AaResult aa_control(model::AaResult into, std::span<const double> baseline,
                           std::span<const double> second, const Policy& policy);

}  // namespace kab::analysis
