// The beginning of a file, line by line: enough to see which tool wrote it.
#pragma once

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "readers/reader.h"

namespace kab::readers {

/// Whether `is_it` holds for one of the file's first lines (its first 16 KiB). Every reader looks
/// at every file, and some have millions of lines.
template <class F>
bool any_head_line(const Input& input, F&& is_it) {
  constexpr std::size_t kHead = 16384;
  return std::ranges::any_of(split(input.text.substr(0, kHead), '\n'), is_it);
}

}  // namespace kab::readers
