#include "report/visible.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace kab::report {
namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 1;  // 0: not UTF-8
};

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// RFC 3629: no overlong form, no surrogate, nothing over U+10FFFF.
CodePoint decode(std::string_view text) {
  const unsigned lead = byte_at(text, 0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {0, 0};
  char32_t value = lead & (0xffU >> (bytes + 1));
  for (std::size_t at = 1; at < bytes; ++at) {
    if ((byte_at(text, at) & 0xc0U) != 0x80U) return {0, 0};
    value = (value << 6U) | (byte_at(text, at) & 0x3fU);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kLeast[bytes] || surrogate || value > 0x10ffff) return {0, 0};
  return {value, bytes};
}

using Range = std::pair<char32_t, char32_t>;

template <std::size_t N>
bool within(const std::array<Range, N>& ranges, char32_t c) {
  return std::ranges::any_of(ranges, [c](Range r) { return c >= r.first && c <= r.second; });
}

// Controls, line and paragraph separators, direction marks, invisible operators, tags, and the
// noncharacters that XML forbids.
constexpr std::array<Range, 10> kUnsafe = {{{0x00, 0x1f},
                                            {0x7f, 0x9f},
                                            {0x061c, 0x061c},
                                            {0x200b, 0x200f},
                                            {0x2028, 0x202e},
                                            {0x2060, 0x206f},
                                            {0xfeff, 0xfeff},
                                            {0xfff9, 0xfffb},
                                            {0xfffe, 0xffff},
                                            {0xe0000, 0xe007f}}};

// Unicode's East Asian Width W and F, by block.
constexpr std::array<Range, 12> kWide = {{{0x1100, 0x115f},
                                          {0x2e80, 0x303e},
                                          {0x3041, 0xa4cf},
                                          {0xa960, 0xa97f},
                                          {0xac00, 0xd7a3},
                                          {0xf900, 0xfaff},
                                          {0xfe30, 0xfe6f},
                                          {0xff00, 0xff60},
                                          {0xffe0, 0xffe6},
                                          {0x1f300, 0x1f64f},
                                          {0x1f680, 0x1f9ff},
                                          {0x20000, 0x3fffd}}};

constexpr std::array<Range, 6> kCombining = {{{0x0300, 0x036f},
                                              {0x0483, 0x0489},
                                              {0x1ab0, 0x1aff},
                                              {0x20d0, 0x20ff},
                                              {0xfe00, 0xfe0f},
                                              {0xfe20, 0xfe2f}}};

constexpr std::array<std::pair<char32_t, std::string_view>, 14> kInAscii = {{{0xa0, " "},
                                                                             {0xb1, "+-"},
                                                                             {0xb5, "u"},
                                                                             {0xd7, "x"},
                                                                             {0x3bc, "u"},
                                                                             {0x2013, "-"},
                                                                             {0x2014, "-"},
                                                                             {0x2018, "'"},
                                                                             {0x2019, "'"},
                                                                             {0x201c, "\""},
                                                                             {0x201d, "\""},
                                                                             {0x2026, "..."},
                                                                             {0x2212, "-"},
                                                                             {0x2265, ">="}}};

std::string escape_of(char32_t c) {
  if (c < 0x100) return fmt::format("\\x{:02x}", static_cast<unsigned>(c));
  return fmt::format("\\u{:04x}", static_cast<unsigned>(c));
}

std::string ascii_of(char32_t c) {
  for (const auto& [from, to] : kInAscii)
    if (from == c) return std::string(to);
  return fmt::format("\\u{:04x}", static_cast<unsigned>(c));
}

std::size_t width_of(char32_t c) {
  if (within(kCombining, c)) return 0;
  return within(kWide, c) ? 2 : 1;
}

// The bytes of the longest start of `text` that fits in `columns`.
std::size_t start_that_fits(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  std::size_t used = 0;
  while (at < text.size()) {
    const auto c = decode(text.substr(at));
    used += width_of(c.value);
    if (used > columns) return at;
    at += std::max<std::size_t>(c.bytes, 1);
  }
  return at;
}

// Where the longest end of `text` that fits in `columns` begins.
std::size_t end_that_fits(std::string_view text, std::size_t columns) {
  std::size_t from = 0;
  std::size_t left = display_width(text);
  while (left > columns) {
    const auto c = decode(text.substr(from));
    left -= width_of(c.value);
    from += std::max<std::size_t>(c.bytes, 1);
  }
  return from;
}

// The parts of `text` between which a line may break: words, but a number keeps its "%" and an
// interval stays whole.
std::vector<std::string> unbroken_parts(std::string_view text) {
  std::vector<std::string> parts;
  bool in_interval = false;
  for (const auto word : words(text)) {
    const bool glued = !parts.empty() && (in_interval || word.front() == '%');
    if (glued) {
      parts.back() += ' ' + std::string(word);
    } else {
      parts.emplace_back(word);
    }
    const bool opens = word.size() > 1 && word[0] == '[' &&
                       std::string_view("+-0123456789").find(word[1]) != std::string_view::npos;
    in_interval = opens && word.back() == ',';
  }
  return parts;
}

}  // namespace

std::string visible(std::string_view text, Glyphs glyphs) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = decode(text.substr(at));
    if (c.bytes == 0) {
      out += escape_of(byte_at(text, at));
    } else if (within(kUnsafe, c.value)) {
      out += escape_of(c.value);
    } else if (glyphs == Glyphs::kAscii && c.bytes > 1) {
      out += ascii_of(c.value);
    } else {
      out += text.substr(at, c.bytes);
    }
    at += std::max<std::size_t>(c.bytes, 1);
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = decode(text.substr(at));
    width += width_of(c.value);
    at += std::max<std::size_t>(c.bytes, 1);
  }
  return width;
}

std::string cut_middle(std::string_view text, std::size_t columns, Glyphs glyphs) {
  if (display_width(text) <= columns) return std::string(text);
  const std::string_view ellipsis = glyphs == Glyphs::kUnicode ? "…" : "...";
  const auto mark = display_width(ellipsis);
  if (columns <= mark) return std::string(text.substr(0, start_that_fits(text, columns)));
  const auto front = (columns - mark + 1) / 2;
  const auto back = columns - mark - front;
  return std::string(text.substr(0, start_that_fits(text, front))) + std::string(ellipsis) +
         std::string(text.substr(end_that_fits(text, back)));
}

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  const auto room = columns > indent + 10 ? columns - indent : std::size_t{10};
  std::string out;
  std::size_t used = 0;
  const auto new_line = [&] {
    out += '\n' + std::string(indent, ' ');
    used = 0;
  };
  for (const auto& part : unbroken_parts(text)) {
    std::string_view word = part;
    if (used > 0 && used + 1 + display_width(word) > room) new_line();
    if (used > 0) {
      out += ' ';
      ++used;
    }
    while (display_width(word) > room) {
      const auto fits = start_that_fits(word, room);
      out += word.substr(0, fits);
      word.remove_prefix(fits);
      new_line();
    }
    out += word;
    used += display_width(word);
  }
  return out + '\n';
}

std::string_view plus_minus(Glyphs glyphs) { return glyphs == Glyphs::kUnicode ? "±" : "+-"; }

}  // namespace kab::report
