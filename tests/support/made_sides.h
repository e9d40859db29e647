// Sides of a comparison made by hand: named sets of values in a metric, as readers give them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "analysis/side.h"
#include "model/judgement.h"

namespace kab::testing {

struct MadeSet {
  std::string name;
  model::Metric metric;
  std::vector<double> values;
  std::vector<std::uint32_t> groups = {};
};

/// The first set of each name is its primary one.
inline analysis::Side made_side(const std::string& name, const std::vector<MadeSet>& sets) {
  analysis::Side side{.name = name, .sets = {}, .sessions = {}};
  std::set<std::string> seen;
  for (const auto& set : sets)
    side.sets.push_back({.workload = set.name,
                         .abi = {},
                         .params = {},
                         .metric = set.metric,
                         .primary = seen.insert(set.name).second,
                         .values = set.values,
                         .groups = set.groups,
                         .samples = {},
                         .replication = model::Replication::kUnknown,
                         .subject = {}});
  return side;
}

inline bool holds_code(const std::vector<model::Remark>& remarks, const std::string& code) {
  return std::ranges::any_of(remarks, [&](const auto& remark) { return remark.code == code; });
}

inline bool has_remark(const model::Comparison& comparison, const std::string& code) {
  return holds_code(comparison.remarks, code);
}

inline bool has_warning(const model::Judgement& judgement, const std::string& code) {
  return holds_code(judgement.warnings, code);
}

}  // namespace kab::testing
