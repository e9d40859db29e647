// UTF-8, as much as JSON strings need: how long is a character, and which bytes is a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kab::wire {

/// Bytes of the well-formed UTF-8 character at the start of `text` (RFC 3629: no overlong forms, no
/// surrogates, nothing above U+10FFFF), or 0 where there is none.
std::size_t utf8_length(std::string_view text);

/// Appends the character with this number; `code` is at most 0x10ffff and no surrogate.
void append_utf8(std::string& out, std::uint32_t code);

}  // namespace kab::wire
