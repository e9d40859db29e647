// --arm and --arms: the arms of a trial.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/arm.h"

namespace kab::cli {

/// Arms from --arm texts, then from the --arms file (empty: none).
Result<std::vector<model::Arm>> arms_from(const std::vector<std::string>& texts,
                                          const std::string& file);

}  // namespace kab::cli
