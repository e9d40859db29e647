// What the JSON documents of the commands have in common.
#pragma once

#include <span>
#include <string>

#include "model/json.h"
#include "model/judgement.h"

namespace kab::report {

/// [{"code": ..., "text": ...}, ...]
model::Json json_of_remarks(std::span<const model::Remark> remarks);

/// Indented by two, ending in a newline; bytes that are no UTF-8 are replaced.
std::string document_text(const model::Json& document);

}  // namespace kab::report
