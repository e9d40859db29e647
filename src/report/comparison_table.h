// The table of comparisons: as many columns as fit, and a stacked form where few do.
#pragma once

#include <string>

#include "model/judgement.h"
#include "report/options.h"

namespace kab::report {

/// One row a comparison, then one a geometric mean, within options.columns. A row's unit stands
/// with its baseline. Tried in turn, the first that fits: subjects in a column, on lines of their
/// own, on lines of their own together with the baseline's value; each of these without the
/// absolute change, then without p too; at last every field on its own line.
std::string comparison_table(const model::Judgement& judgement, const RenderOptions& options);

}  // namespace kab::report
