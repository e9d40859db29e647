// All readers. The table is generated from the list in this folder's CMakeLists.txt.
#pragma once

#include <vector>

#include "readers/reader.h"

namespace kab::readers {

/// Every reader, in the order of the list; of two that are equally sure, the first one reads.
const std::vector<Reader>& all_readers();

}  // namespace kab::readers
