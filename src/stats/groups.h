// Sets whose values come in few groups (sessions, boots): the group is the unit of replication.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "stats/welch.h"

namespace kab::stats {

/// Welch's t on one value a group, the mean of the logs of its values: degrees of freedom come from
/// the groups, not from the values. Difference and interval are on the log scale; exp turns them
/// into ratios of geometric means. Nothing when a side has fewer than two groups, a group is empty,
/// a value is not above 0, or the group means have no variance.
std::optional<WelchResult> group_means_t(std::span<const std::vector<double>> baseline,
                                         std::span<const std::vector<double>> arm, double level);

}  // namespace kab::stats
