#include "model/metric.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "model/count_metrics.h"

namespace kab::model {
namespace {

using Direction = std::pair<std::string_view, Better>;
constexpr std::array kDirections = {
    Direction{"ns/op", Better::kLower}, Direction{"us/op", Better::kLower},
    Direction{"ms/op", Better::kLower}, Direction{"s/op", Better::kLower},
    Direction{"ns", Better::kLower},    Direction{"us", Better::kLower},
    Direction{"ms", Better::kLower},    Direction{"s", Better::kLower},
    Direction{"sec", Better::kLower},   Direction{"instructions/op", Better::kLower},
    Direction{"op/s", Better::kHigher}, Direction{"ops/s", Better::kHigher},
    Direction{"B/s", Better::kHigher},  Direction{"kB/s", Better::kHigher},
    Direction{"MB/s", Better::kHigher}, Direction{"GB/s", Better::kHigher},
};

}  // namespace

std::string_view text_of(Better better) {
  switch (better) {
    case Better::kLower:
      return "lower";
    case Better::kHigher:
      return "higher";
  }
  return "lower";
}

Result<Better> parse_better(std::string_view text) {
  if (text == "lower") return Better::kLower;
  if (text == "higher") return Better::kHigher;
  return fail_input("--better " + in_quotes(text) + " is not understood; say higher or lower");
}

std::optional<Better> direction_of_unit(std::string_view unit) {
  for (const auto& [known, better] : kDirections)
    if (known == unit) return better;
  return std::nullopt;
}

Metric time_metric() { return {.name = "time", .unit = "ns/op", .better = Better::kLower}; }
Metric wall_metric() { return {.name = "wall", .unit = "s", .better = Better::kLower}; }
Metric user_metric() { return {.name = "user", .unit = "s", .better = Better::kLower}; }
Metric system_metric() { return {.name = "system", .unit = "s", .better = Better::kLower}; }

namespace {

std::vector<Metric> all_metrics() {
  std::vector<Metric> all = {
      time_metric(),
      {.name = "B/s", .unit = "B/s", .better = Better::kHigher},
      {.name = "op/s", .unit = "op/s", .better = Better::kHigher},
      wall_metric(),
      user_metric(),
      system_metric(),
      // Of workloads with latency=on: of single operations, from a histogram of each batch.
      {.name = "latency-p50", .unit = "ns", .better = Better::kLower},
      {.name = "latency-p99", .unit = "ns", .better = Better::kLower},
      {.name = "latency-p99.9", .unit = "ns", .better = Better::kLower},
      {.name = "latency-max", .unit = "ns", .better = Better::kLower},
      // Of workloads with copies=2 or more: by the copies' own clocks.
      {.name = "copy-mean", .unit = "ns/op", .better = Better::kLower},
      {.name = "copy-slowest", .unit = "ns/op", .better = Better::kLower},
  };
  std::ranges::move(count_metrics(), std::back_inserter(all));
  return all;
}

}  // namespace

const std::vector<Metric>& known_metrics() {
  static const std::vector<Metric> all = all_metrics();
  return all;
}

}  // namespace kab::model
