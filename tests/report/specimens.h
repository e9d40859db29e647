// Hand-made judgements that the tests of the report layer share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/judgement.h"

namespace kab::report {

/// Two arms, one workload, a clear gain, with everything a judgement can carry.
model::Judgement faster_judgement();

/// Three arms, several workloads: a loss, no decision, the same, a failed A/A control.
model::Judgement mixed_judgement();

/// Foreign files with too few values: no interval, no p, no seed, no blocks.
model::Judgement too_few_judgement();

/// Names with control characters, markup, quotes, formulas, broken UTF-8; numbers that are not.
model::Judgement hostile_judgement();

/// All of them, with the names of their golden files.
std::vector<std::pair<std::string, model::Judgement>> all_specimens();

}  // namespace kab::report
