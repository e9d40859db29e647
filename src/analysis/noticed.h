// What must be noticed and said about values: drift, steps, an odd first sample, outliers, several
// modes. Nothing is dropped for it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/judgement.h"

namespace kab::analysis {

/// Warnings about movement over time: an odd first sample, a step or a drift. `who` names the
/// values.
std::vector<model::Remark> noticed_trends(std::span<const double> in_time, const std::string& who);

/// Warnings about the shape of the distribution: several modes, outliers by their place (from 1).
std::vector<model::Remark> noticed_shape(std::span<const double> in_time, const std::string& who);

}  // namespace kab::analysis
