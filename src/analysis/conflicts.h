// Metrics of the same runs that tell different stories. Each keeps its own verdict; they are never
// averaged.
#pragma once

#include <span>
#include <vector>

#include "model/judgement.h"

namespace kab::analysis {

/// A warning for each arm and subject whose other metrics disagree with its primary one: faster
/// here and slower there, or both the same way with intervals that do not meet and changes of which
/// one is at least five times the other and 10 % apart (on logs).
std::vector<model::Remark> conflicting_metrics(std::span<const model::Comparison> comparisons);

}  // namespace kab::analysis
