// Reads what kab's QEMU plugin wrote.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "guest/count_format.h"

namespace kab::guest {

/// The regions in `bytes`, in the order in which they ended. What a guest that was killed did not
/// finish is left out. kUnavailable: no plugin wrote this, or one of another version.
Result<std::vector<CountedRegion>> read_counts(std::string_view bytes);

}  // namespace kab::guest
