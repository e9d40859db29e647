// Numbers inside the sentences of remarks and warnings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model/judgement.h"

namespace kab::analysis {

/// "+2.1 %": a fraction with its sign, one decimal; two below 1 %. 0 has no sign.
std::string signed_percent(double fraction);

/// "2.1 %", "0.05 %": a share; what is above 0 never reads as 0.
std::string percent(double share);

/// "1 outlier", "3 outliers".
std::string count_of(std::size_t count, std::string_view noun);

/// "process", "boot", "session", "value": one unit of n.
std::string_view noun_of(model::Replication replication);

/// "processes a side", "blocks" (paired): what n counts, in the plural.
enum class Design { kPaired, kUnpaired };
std::string units_of_n(model::Replication replication, Design design);

}  // namespace kab::analysis
