// From what each boot executed in each kernel function to what differs between two arms.
#pragma once

#include <vector>

#include "model/function_counts.h"
#include "model/recording.h"

namespace kab::analysis {

/// Every arm against the baseline, subject by subject; those without boots on both sides are left
/// out. All numbers are medians over the boots of an arm, per operation.
std::vector<model::ByFunction> by_function(const model::Session& session);

}  // namespace kab::analysis
