// Where results and messages go: results to stdout, everything else to stderr.
#pragma once

#include <string_view>

#include "base/result.h"
#include "report/options.h"

namespace kab::cli {

/// Writes a result to stdout. kUnavailable when it cannot be written (a full disk, a closed pipe).
Result<void> print_result(std::string_view text);

/// "kab: <message>" on stderr; control characters are made visible.
void print_error(const Error& error);

/// One line on stderr.
void print_note(std::string_view text);

enum class ColorChoice { kAuto, kAlways, kNever };

/// What the terminal on stdout takes: glyphs by locale, colour by choice (auto: a terminal without
/// NO_COLOR), its width, or 100 columns where it is none.
report::RenderOptions render_options(ColorChoice color);

}  // namespace kab::cli
