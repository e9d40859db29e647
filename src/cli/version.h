// The version of this kab.
#pragma once

#include <string_view>

namespace kab::cli {

inline constexpr std::string_view kVersion = KAB_VERSION;

}  // namespace kab::cli
