// What every reader owes to every input, however broken: an error of the user's kind or samples
// that can be computed with.
#pragma once

#include <string>
#include <string_view>

namespace kab::fuzz {

/// Reads `bytes` as the reader of this name would (empty: by content), with invalid values refused
/// and skipped, and as a whole and by column. Empty when all is well, else what is wrong.
std::string unsoundness(std::string_view bytes, const std::string& reader);

}  // namespace kab::fuzz
