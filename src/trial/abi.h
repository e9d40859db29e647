// The ABIs that kab has a worker for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kab::trial {

/// Nothing for "x86_64" and "i386"; kInput for another, naming what there is and, for x32, that it
/// is one that kab knows of and has no worker for.
Result<void> check_abi(std::string_view abi);

/// "i386", or several with commas between them: "x86_64,i386". kInput as check_abi().
Result<std::vector<std::string>> parse_abis(std::string_view text);

}  // namespace kab::trial
