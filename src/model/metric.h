// A metric: what is measured, with unit and direction. Direction is never guessed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kab::model {

enum class Better { kLower, kHigher };

struct Metric {
  std::string name;  // "time", "wall", "user", "system", "number", "B/s"
  std::string unit;  // "ns/op", "s", "B/s"
  Better better = Better::kLower;

  bool operator==(const Metric&) const = default;
};

std::string_view text_of(Better better);  // "lower" | "higher"
Result<Better> parse_better(std::string_view text);

/// The direction that a unit carries in itself (ns, s, B/s, op/s, …), or nothing.
std::optional<Better> direction_of_unit(std::string_view unit);

/// The metrics that kab itself measures, in the order of `kab list metrics`.
const std::vector<Metric>& known_metrics();

Metric time_metric();    // workloads: ns/op
Metric wall_metric();    // commands: s
Metric user_metric();    // commands: s
Metric system_metric();  // commands: s

}  // namespace kab::model
