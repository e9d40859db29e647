// What was compared and on what: the opening of a report.
#pragma once

#include <string>

#include "model/judgement.h"
#include "report/facts.h"

namespace kab::report {

/// "long against short (baseline)"; not yet escaped.
std::string headline(const model::Judgement& judgement);

/// Arms with their settings, where it ran, blocks, seed, how it ended.
Facts head_facts(const model::Judgement& judgement);

}  // namespace kab::report
