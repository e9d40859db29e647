#include "trial/workload_metrics.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace kab::trial {
namespace {

/// The values that a parameter has in the subject and in the arms that set it for themselves.
std::vector<std::string> values_of(const std::string& name, const model::Params& params,
                                   const std::vector<model::Arm>& arms) {
  std::vector<std::string> values;
  for (const auto& [key, value] : params)
    if (key == name) values.push_back(value);
  for (const auto& arm : arms)
    if (const auto own = model::setting_of(arm, "param." + name)) values.push_back(*own);
  return values;
}

void add_those_with(std::string_view prefix, std::vector<model::Metric>& metrics) {
  std::ranges::copy_if(
      model::known_metrics(), std::back_inserter(metrics),
      [prefix](const model::Metric& metric) { return metric.name.starts_with(prefix); });
}

}  // namespace

std::vector<model::Metric> metrics_of_workload(const model::Params& params,
                                               const std::vector<model::Arm>& arms) {
  std::vector<model::Metric> metrics = {model::time_metric()};
  const auto latency = values_of("latency", params, arms);
  if (std::ranges::find(latency, "on") != latency.end()) add_those_with("latency-", metrics);
  const auto copies = values_of("copies", params, arms);
  if (std::ranges::any_of(copies, [](const auto& value) { return value != "1"; }))
    add_those_with("copy-", metrics);
  return metrics;
}

}  // namespace kab::trial
