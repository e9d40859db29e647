// What the dynamic section of an image says: SONAME, and where the tables are that a loader uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "elf/image.h"

namespace kab::elf {

/// Offsets in the file, each only where its address lies in the file.
struct Dynamic {
  std::string soname = {};
  std::optional<std::uint64_t> symbols = {};
  std::optional<std::uint64_t> strings = {};
  std::uint64_t strings_size = 0;
  std::optional<std::uint64_t> hash = {};
  std::optional<std::uint64_t> gnu_hash = {};
  std::optional<std::uint64_t> version_symbols = {};
  std::optional<std::uint64_t> version_definitions = {};
  std::uint64_t version_definition_count = 0;
  std::uint64_t relocation_bytes = 0;  // of all its tables of relocations
  // The image says of itself that relocations change its code: DT_TEXTREL, or DF_TEXTREL.
  bool text_relocations = false;
};

/// Nothing where the image has no dynamic section, or an unreadable one.
std::optional<Dynamic> dynamic_of(const Image& image);

}  // namespace kab::elf
