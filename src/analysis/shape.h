// The distributions of all arms of one subject, coarse enough for a line each.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/judgement.h"

namespace kab::analysis {

/// How many of `values` lie in each of `parts` equal parts of low … high; what lies outside is in
/// the first or last one. Empty without values or without width.
std::vector<std::size_t> counts_in_parts(std::span<const double> values, double low, double high,
                                         std::size_t parts);

/// Fills range and arms of `into` from names and values. The range is that of all values, but ends
/// as far beyond the middle 90 % as that is wide, so that one far outlier does not put all else
/// into a single part; of many values 50,000 an arm tell that middle. Nothing where all values are
/// equal, or an arm has fewer than 5.
using NamedValues = std::pair<std::string, std::span<const double>>;
std::optional<model::Shape> shape_of(model::Shape into, const std::vector<NamedValues>& arms);

}  // namespace kab::analysis
