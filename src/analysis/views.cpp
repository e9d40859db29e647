#include "analysis/views.h"

#include <algorithm>

namespace kab::analysis {

std::optional<model::Metric> rate_view(const model::Subject& subject) {
  if (subject.metrics.empty() || subject.metrics.front().unit != "ns/op") return std::nullopt;
  const bool moves_bytes = subject.bytes_per_operation > 0;
  const char* unit = moves_bytes ? "B/s" : "op/s";
  return model::Metric{.name = unit, .unit = unit, .better = model::Better::kHigher};
}

std::optional<std::uint32_t> named_metric(const model::Subject& subject,
                                          const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  const auto found = std::ranges::find(subject.metrics, *name, &model::Metric::name);
  if (found == subject.metrics.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - subject.metrics.begin());
}

double seen_as(double value, const model::Subject& subject, const model::Metric& metric,
               const model::Metric& view) {
  if (metric.unit != "ns/op" || view == metric) return value;
  const double operations_per_second = 1e9 / value;
  return view.unit == "B/s" ? operations_per_second * subject.bytes_per_operation
                            : operations_per_second;
}

}  // namespace kab::analysis
