// Where two arms' instructions differ, function by function: a table, and lines for flame graphs.
#pragma once

#include <string>
#include <vector>

#include "model/function_counts.h"
#include "model/json.h"
#include "report/options.h"

namespace kab::report {

/// One table a comparison: the functions that differ, then programs, what varies, and how the sum
/// agrees with the total and with the guest's own clock. Empty without comparisons.
std::string by_function_text(const std::vector<model::ByFunction>& all,
                             const RenderOptions& options);

/// "workload;arm;kernel;function count", instructions of 1,000 operations, as flame graphs take
/// them. Every arm once, the baseline's first.
std::string by_function_folded(const std::vector<model::ByFunction>& all);

/// One object a comparison, with every function that differs.
model::Json by_function_json(const std::vector<model::ByFunction>& all);

}  // namespace kab::report
