// One set of values against another, measured apart: separate recordings and other tools' files.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "analysis/policy.h"
#include "base/result.h"
#include "model/judgement.h"

namespace kab::analysis {

/// Values with the group (session, boot, process) each belongs to; no groups: `groups` is empty.
struct GroupedValues {
  std::span<const double> values;
  std::span<const std::uint32_t> groups;
};

/// The values of each group.
std::map<std::uint32_t, std::vector<double>> by_group(const GroupedValues& side);

/// Fills a Comparison as compare_paired does, by Mann-Whitney on logs (plain values where one is
/// not positive). With groups on both sides: at least 4 a side, the rank test on group medians; 2
/// or 3, a t interval on group means of logs; 1, all values with a remark "this session only"
/// (kab's own recordings; groups of other tools' files are processes). Welch on logs carries the
/// verdict, by name, only where n is too small for a rank interval and both have n >= 3.
Result<model::Comparison> compare_unpaired(model::Comparison into, const GroupedValues& baseline,
                                           const GroupedValues& arm, const Policy& policy);

}  // namespace kab::analysis
