// A list of labelled facts: a label column and wrapped text beside it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/options.h"

namespace kab::report {

/// Label and text, both as they came; escaping is done by who writes them down.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// "  label  text" lines within options.columns, the text wrapped under itself. Control characters
/// are made visible.
std::string facts_text(const Facts& facts, const RenderOptions& options);

/// options.columns, but at least kFewestColumns.
std::size_t columns_of(const RenderOptions& options);

}  // namespace kab::report
