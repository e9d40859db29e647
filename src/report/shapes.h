// The distributions of all arms of one subject, a line each, one above the other.
#pragma once

#include <string>

#include "model/judgement.h"
#include "report/options.h"

namespace kab::report {

/// "unix-stream size=16, time, from 1.802 to 1.991 us/op"; not yet escaped.
std::string shape_title(const model::Shape& shape);

/// "  short        |  .:#=.  |": name and sketch of each arm, all over the same range.
std::string shape_text(const model::Shape& shape, const RenderOptions& options);

}  // namespace kab::report
