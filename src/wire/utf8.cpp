#include "wire/utf8.h"

namespace kab::wire {
namespace {

/// Length, bits of the first byte that count, and the smallest number that needs this length.
struct Form {
  std::uint32_t length;
  std::uint32_t first_bits;
  std::uint32_t smallest;
};

Form form_of(unsigned char first) {
  if (first < 0x80) return {.length = 1, .first_bits = 0x7f, .smallest = 0};
  if (first >= 0xc2 && first < 0xe0) return {.length = 2, .first_bits = 0x1f, .smallest = 0x80};
  if (first >= 0xe0 && first < 0xf0) return {.length = 3, .first_bits = 0x0f, .smallest = 0x800};
  if (first >= 0xf0 && first < 0xf5) return {.length = 4, .first_bits = 0x07, .smallest = 0x10000};
  return {.length = 0, .first_bits = 0, .smallest = 0};
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text.front());
  const Form form = form_of(first);
  if (form.length == 0 || form.length > text.size()) return 0;
  std::uint32_t code = first & form.first_bits;
  for (const char c : text.substr(1, form.length - 1)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0U) != 0x80U) return 0;
    code = code << 6 | (byte & 0x3fU);
  }
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code < form.smallest || surrogate || code > 0x10ffff ? 0 : form.length;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&](std::uint32_t shift) {
    out += static_cast<char>(0x80 | (code >> shift & 0x3f));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace kab::wire
