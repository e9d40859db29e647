// Derived views: the same ns/op as B/s or op/s, for reading only; never a comparison of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/metric.h"
#include "model/recording.h"

namespace kab::analysis {

/// The rate in which a subject's ns/op is also read: B/s where an operation moves bytes, else op/s;
/// nothing for commands.
std::optional<model::Metric> rate_view(const model::Subject& subject);

/// The index of the subject's metric of that name; nothing without a name, or where it has none.
std::optional<std::uint32_t> named_metric(const model::Subject& subject,
                                          const std::optional<std::string>& name);

/// `value` of `metric` seen in `view` of the same subject (ns/op as B/s or op/s, or unchanged).
double seen_as(double value, const model::Subject& subject, const model::Metric& metric,
               const model::Metric& view);

}  // namespace kab::analysis
