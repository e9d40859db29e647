// A file as command lines name it, with the part of it that is meant.
#pragma once

#include <string>
#include <string_view>

namespace kab::readers {

/// "x.csv:wall" is path "x.csv" and part "wall"; for a recording the part is a label.
struct FileArgument {
  std::string path;  // "-" is standard input
  std::string part;  // empty: all of it
};

/// Splits at the last ':' in front of which an existing file (or "-") stands. A file that exists
/// under the whole text wins. Where neither exists, at the last ':' behind the last '/'.
FileArgument split_argument(std::string_view text);

}  // namespace kab::readers
