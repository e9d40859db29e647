// Which system calls an operation makes more or less often, as text and as JSON.
#pragma once

#include <string>

#include "model/json.h"
#include "model/judgement.h"
#include "report/options.h"

namespace kab::report {

/// A table for each comparison; empty where no calls were counted.
std::string call_section(const model::Judgement& judgement, const RenderOptions& options);

model::Json calls_json(const model::Judgement& judgement);

}  // namespace kab::report
