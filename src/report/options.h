// How a report may look: which glyphs, which width, whether verdicts are coloured.
#pragma once

namespace kab::report {

enum class Glyphs { kUnicode, kAscii };
enum class Color { kNever, kAlways };

struct RenderOptions {
  Glyphs glyphs = Glyphs::kUnicode;
  Color color = Color::kNever;
  int columns = 100;  // of text; less than kFewestColumns is taken as that
};

constexpr int kFewestColumns = 50;

}  // namespace kab::report
