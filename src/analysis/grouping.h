// Values counted in groups of one width, with the same borders for all arms.
#pragma once

#include <span>
#include <vector>

#include "model/judgement.h"

namespace kab::analysis {

/// Non-empty groups, rising; each value v belongs to the group from floor(v / width) * width (also
/// for negative values). `width` > 0.
std::vector<model::Group> grouped(std::span<const double> values, double width);

/// A width of 1, 2 or 5 times a power of ten that makes about a dozen groups of these values: for a
/// distribution nobody gave a width for. 1 for an empty or constant set.
double fitting_width(std::span<const double> values);

}  // namespace kab::analysis
