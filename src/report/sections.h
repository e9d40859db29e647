// The sections that text and mail share.
#pragma once

#include <string>

#include "model/judgement.h"
#include "report/options.h"

namespace kab::report {

/// What was compared, the table, what qualifies it, grouped distributions, rates; a blank line
/// between them.
std::string sections(const model::Judgement& judgement, const RenderOptions& options);

/// How to see more of a recording; empty without one. Commands are not wrapped, so that they can
/// be copied.
std::string more_section(const model::Judgement& judgement, const RenderOptions& options);

}  // namespace kab::report
