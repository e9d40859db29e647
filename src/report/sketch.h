// A distribution in one line, drawn from counts: enough to see two modes or a long tail.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "report/options.h"

namespace kab::report {

/// One glyph a count, its height in proportion to the largest: "▁▂▃▄▅▆▇█", or ".:-=+*#" in ASCII.
/// A count of 0 is a space; any other count shows at least the lowest glyph.
std::string sketch(std::span<const std::size_t> counts, Glyphs glyphs);

}  // namespace kab::report
