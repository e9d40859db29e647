// As much of JSON Schema 2020-12 as docs/judgement.schema.json uses.
#pragma once

#include <string>
#include <vector>

#include "model/json.h"

namespace kab::report {

/// What in `document` breaks `schema`, one line each: "/comparisons/0/p: not above 0". Knows type,
/// const, enum, required, properties, additionalProperties, items, minItems, maxItems, minimum,
/// maximum, exclusiveMinimum and $ref into #/$defs; a keyword it does not know is a breach, so that
/// no rule goes unchecked.
std::vector<std::string> breaches(const model::Json& document, const model::Json& schema);

}  // namespace kab::report
