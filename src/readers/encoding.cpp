#include "readers/encoding.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <simdjson.h>

namespace kab::readers {
namespace {

enum class ByteOrder { kLittle, kBig };

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
constexpr std::string_view kUtf16LittleMark = "\xff\xfe";
constexpr std::string_view kUtf16BigMark = "\xfe\xff";

void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
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

std::uint32_t unit_at(std::string_view bytes, std::size_t at, ByteOrder order) {
  const auto first = static_cast<unsigned char>(bytes[at]);
  const auto second = static_cast<unsigned char>(bytes[at + 1]);
  return order == ByteOrder::kLittle ? first | second << 8 : first << 8 | second;
}

bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

Result<std::string> from_utf16(std::string_view bytes, ByteOrder order, const std::string& name) {
  if (bytes.size() % 2 != 0) return fail_input(name + " is UTF-16, but cut off in a character");
  std::string out;
  out.reserve(bytes.size() / 2);
  for (std::size_t at = 0; at < bytes.size(); at += 2) {
    auto code = unit_at(bytes, at, order);
    if (is_high_surrogate(code) && at + 2 < bytes.size() &&
        is_low_surrogate(unit_at(bytes, at + 2, order))) {
      at += 2;
      code = 0x10000 + ((code - 0xd800) << 10) + (unit_at(bytes, at, order) - 0xdc00);
    } else if (code >= 0xd800 && code < 0xe000) {
      return fail_input(name + " is broken UTF-16 (byte " + std::to_string(at) + ")");
    }
    append_utf8(out, code);
  }
  return out;
}

// Text of measurements starts with ASCII characters: in UTF-16 every second byte is zero.
bool looks_utf16(std::string_view bytes, ByteOrder order) {
  if (bytes.size() < 4 || bytes.size() % 2 != 0) return false;
  for (std::size_t at = 0; at < 4; at += 2) {
    const auto code = unit_at(bytes, at, order);
    if (code == 0 || code >= 0x80) return false;
  }
  return true;
}

// Neither UTF-8 nor UTF-16: Latin-1, whose bytes are the code points. Only names can be meant by
// such bytes, for numbers are ASCII; what is written later must be UTF-8.
std::string from_latin1(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) append_utf8(out, static_cast<unsigned char>(c));
  return out;
}

Result<std::string> to_utf8(std::string bytes, const std::string& name) {
  const std::string_view view = bytes;
  if (view.starts_with(kUtf8Mark)) return to_utf8(bytes.substr(kUtf8Mark.size()), name);
  if (view.starts_with(kUtf16LittleMark))
    return from_utf16(view.substr(2), ByteOrder::kLittle, name);
  if (view.starts_with(kUtf16BigMark)) return from_utf16(view.substr(2), ByteOrder::kBig, name);
  if (looks_utf16(view, ByteOrder::kLittle)) return from_utf16(view, ByteOrder::kLittle, name);
  if (looks_utf16(view, ByteOrder::kBig)) return from_utf16(view, ByteOrder::kBig, name);
  if (!simdjson::validate_utf8(view)) return from_latin1(view);
  return bytes;
}

// What is no text gets its name, so that the user knows what to do with it.
Result<void> check_text(std::string_view bytes, const std::string& name) {
  if (bytes.starts_with("\x1f\x8b")) return fail_input(name + " is gzip-compressed: gunzip it");
  if (bytes.starts_with("\x28\xb5\x2f\xfd"))
    return fail_input(name + " is zstd-compressed: unzstd it");
  if (bytes.starts_with("BZh") && bytes.substr(3).find("1AY&SY") == 1)
    return fail_input(name + " is bzip2-compressed: bunzip2 it");
  if (bytes.starts_with("\xfd"
                        "7zXZ"))
    return fail_input(name + " is xz-compressed: unxz it");
  if (bytes.starts_with("SQLite format 3"))
    return fail_input(name + " is an SQLite database and no file of samples");
  return {};
}

void unify_line_ends(std::string& text) {
  auto from = text.find('\r');
  if (from == std::string::npos) return;
  auto to = from;
  for (; from < text.size(); ++from) {
    const bool before_newline =
        text[from] == '\r' && from + 1 < text.size() && text[from + 1] == '\n';
    if (!before_newline) text[to++] = text[from] == '\r' ? '\n' : text[from];
  }
  text.resize(to);
}

}  // namespace

Result<std::string> decoded(std::string bytes, const std::string& name) {
  KAB_CHECK(check_text(bytes, name));
  KAB_TRY(auto text, to_utf8(std::move(bytes), name));
  if (text.find('\0') != std::string::npos)
    return fail_input(name + " holds zero bytes, so it is no text");
  unify_line_ends(text);
  return text;
}

}  // namespace kab::readers
