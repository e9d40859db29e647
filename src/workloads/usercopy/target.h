// Where read, write and their vectored relatives read from or write to.
#pragma once

#include <string_view>
#include <vector>

#include "workloads/workload.h"

namespace kab::workloads {

enum class Direction { kRead, kWrite };

/// Parameters `size` (bytes of a piece) and `target`, one of `targets`.
std::vector<Param> target_params(std::string_view targets);

/// The copies of `pieces` pieces of `bytes` bytes, read from or written to `target`.
std::vector<UserCopy> target_copies(Direction direction, std::string_view target, double bytes,
                                    double pieces);

}  // namespace kab::workloads
