// The result in one paragraph, fit for a commit message.
#pragma once

#include <string>

#include "model/judgement.h"

namespace kab::report {

/// Effect, interval, n, order, unit of replication and control result, as sentences on one line,
/// ASCII or not as the names are; not yet escaped or wrapped. Speaks of primary metrics alone.
std::string summary(const model::Judgement& judgement);

}  // namespace kab::report
