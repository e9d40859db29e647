// Tables that already compare: one file holds both sides, and "table.txt:2" means the second.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "readers/reader.h"

namespace kab::readers {

/// The side (from 0) that `part` names, or numbers from 1; a name may be cut short where it stays
/// the only one. kInput, with the sides that there are, when the part is empty or fits none.
Result<std::size_t> side_of(const Input& input, const std::vector<std::string>& names,
                            const std::string& part);

}  // namespace kab::readers
