// Text from outside made safe to show, and text measured, cut and wrapped by display columns.
// A label may hold escape sequences, bidirectional overrides or broken UTF-8; no report passes
// them on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/options.h"

namespace kab::report {

/// `text` with control and formatting characters and invalid UTF-8 as "\x1b" or "\u202e". With
/// kAscii other non-ASCII characters become what stands for them ("±" is "+-") or "\u00e9".
std::string visible(std::string_view text, Glyphs glyphs);

/// Terminal columns of valid UTF-8 without control characters: 2 for East Asian wide characters
/// and emoji, 0 for combining marks.
std::size_t display_width(std::string_view text);

/// `text` if it fits in `columns`, else its two ends with an ellipsis between. `text` is visible.
std::string cut_middle(std::string_view text, std::size_t columns, Glyphs glyphs);

/// `text` broken at spaces into lines of at most `columns`, each ending in a newline; lines after
/// the first start with `indent` spaces, and the first is taken to start at column `indent`.
/// A number and its "%", and an interval, are one word.
/// A word that fits on no line is broken where it must be. `text` is visible.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent);

/// "±" or "+-".
std::string_view plus_minus(Glyphs glyphs);

}  // namespace kab::report
