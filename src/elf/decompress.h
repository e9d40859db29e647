// A compressed stream unpacked in memory, whichever of the kernel's compressions it has.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kab::elf {

/// "gzip", "xz", "zstd", "lz4", "bzip2", "lzma", "lzop" by its first bytes; "" for something else.
std::string_view compression_of(std::string_view bytes);

/// kInput, with the reason, for a damaged stream and for one that holds more than `most` bytes;
/// `name` is what errors call it.
Result<std::string> decompressed(std::string_view bytes, const std::string& name, std::size_t most);

}  // namespace kab::elf
