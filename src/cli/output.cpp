#include "cli/output.h"

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/files.h"

namespace kab::cli {
namespace {

std::string visible(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7f ? ' ' : c;
  }
  return out;
}

bool locale_is_utf8() {
  // Asked once, for the character set alone: numbers stay in the C locale.
  const char* set = std::setlocale(LC_CTYPE, "");
  const bool utf8 = set != nullptr && std::string_view(::nl_langinfo(CODESET)) == "UTF-8";
  std::setlocale(LC_CTYPE, "C");
  return utf8;
}

int terminal_columns() {
  constexpr int kDefault = 100;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefault;
  return std::min<int>(size.ws_col, 160);
}

}  // namespace

Result<void> print_result(std::string_view text) {
  return write_all(STDOUT_FILENO, text, "standard output");
}

void print_error(const Error& error) { print_note("kab: " + error.message); }

void print_note(std::string_view text) { std::fputs((visible(text) + "\n").c_str(), stderr); }

report::RenderOptions render_options(ColorChoice color) {
  const bool wanted = color == ColorChoice::kAlways ||
                      (color == ColorChoice::kAuto && ::isatty(STDOUT_FILENO) == 1 &&
                       std::getenv("NO_COLOR") == nullptr);
  return {.glyphs = locale_is_utf8() ? report::Glyphs::kUnicode : report::Glyphs::kAscii,
          .color = wanted ? report::Color::kAlways : report::Color::kNever,
          .columns = terminal_columns()};
}

}  // namespace kab::cli
