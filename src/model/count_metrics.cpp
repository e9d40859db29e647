#include "model/count_metrics.h"

#include <algorithm>

namespace kab::model {

std::vector<Metric> count_metrics() {
  return {{.name = "instructions", .unit = "instructions/op", .better = Better::kLower},
          {.name = "instructions-user", .unit = "instructions/op", .better = Better::kLower},
          {.name = "instructions-kernel", .unit = "instructions/op", .better = Better::kLower},
          {.name = "string-iterations", .unit = "iterations/op", .better = Better::kLower}};
}

bool is_count(const Metric& metric) {
  const auto all = count_metrics();
  return std::ranges::find(all, metric) != all.end();
}

}  // namespace kab::model
