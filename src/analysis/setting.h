// What a judgement ran on, for its head.
#pragma once

#include <vector>

#include "model/judgement.h"
#include "model/recording.h"

namespace kab::analysis {

/// "kernel 6.12.0 x86_64", "cpu AMD EPYC", …: what it ran on, from an environment.
std::vector<model::Remark> setting_of_machine(const model::Environment& environment);

}  // namespace kab::analysis
