// Byte order marks, UTF-16 and line ends, handled once for all readers.
#pragma once

#include <string>

#include "base/result.h"

namespace kab::readers {

/// `bytes` as UTF-8 with '\n' line ends and no byte order mark. Takes UTF-8 and UTF-16 in both byte
/// orders (with a mark, or told by the zero bytes of its first characters); other bytes are taken
/// as Latin-1. kInput for compressed and other binary files and for broken UTF-16; `name` stands in
/// the message.
Result<std::string> decoded(std::string bytes, const std::string& name);

}  // namespace kab::readers
