// A part of many values that stands for all of them: where a look at all would cost time and show
// nothing more.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kab::stats {

/// `count` of the values, or all when they are not more, in their order: one from each of `count`
/// stretches of equal length. Its place in the stretch goes by the golden ratio, so that a pattern
/// that repeats in the values does not meet the same place each time (Weyl 1916).
std::vector<double> subset(std::span<const double> values, std::size_t count);

}  // namespace kab::stats
