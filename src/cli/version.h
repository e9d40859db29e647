// The version of this kab.
#pragma once

#include <string_view>

namespace kab::cli {

/// "0.1.0+<commit>", or "0.1.0" where it was built without git.
std::string_view version();

}  // namespace kab::cli
