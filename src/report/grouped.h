// Grouped distributions, one line a group: the layout that kernel mails have long used, so that a
// new table can stand beside an old one.
#pragma once

#include <string>

#include "model/judgement.h"
#include "report/options.h"

namespace kab::report {

/// "Distribution of unix-stream, B/s, groups of 1000000"; not yet escaped.
std::string grouped_title(const model::GroupedDistribution& distribution);

/// For each arm its name, underlined with '-', then "<from>-<to>\t<count>\t(<percent>%)" for each
/// group that is not empty; a blank line between arms. `to` is from + width - 1 for a whole width
/// of 2 or more, else from + width - 0.001. Percent is of that arm's n, to the nearest whole
/// (halves up), "<1%" below one.
std::string grouped_text(const model::GroupedDistribution& distribution,
                         const RenderOptions& options);

}  // namespace kab::report
