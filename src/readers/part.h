// One benchmark of a file that holds several: "x.json:2", "x.json:sleep 1".
#pragma once

#include <string>

#include "readers/reader.h"

namespace kab::readers {

/// Keeps the sets of the benchmark that `part` names, or numbers from 1 in order of appearance; an
/// empty part keeps all. kInput, with what there is, when there is no such benchmark.
Result<void> keep_part(SampleFile& file, const Input& input, const std::string& part);

}  // namespace kab::readers
