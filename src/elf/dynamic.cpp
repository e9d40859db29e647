#include "elf/dynamic.h"

#include <algorithm>

#include <elf.h>

namespace kab::elf {
namespace {

struct Table {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

std::optional<Table> table_of(const Image& image) {
  for (const auto& segment : image.segments())
    if (segment.type == PT_DYNAMIC) return Table{segment.offset, segment.file_size};
  for (const auto& section : image.sections())
    if (section.type == SHT_DYNAMIC) return Table{section.offset, section.size};
  return std::nullopt;
}

void note_entry(const Image& image, std::uint64_t tag, std::uint64_t value, Dynamic& dynamic) {
  switch (tag) {
    case DT_SYMTAB:
      dynamic.symbols = image.offset_of(value);
      break;
    case DT_STRTAB:
      dynamic.strings = image.offset_of(value);
      break;
    case DT_STRSZ:
      dynamic.strings_size = value;
      break;
    case DT_HASH:
      dynamic.hash = image.offset_of(value);
      break;
    case DT_GNU_HASH:
      dynamic.gnu_hash = image.offset_of(value);
      break;
    case DT_VERSYM:
      dynamic.version_symbols = image.offset_of(value);
      break;
    case DT_VERDEF:
      dynamic.version_definitions = image.offset_of(value);
      break;
    case DT_VERDEFNUM:
      dynamic.version_definition_count = value;
      break;
    case DT_RELSZ:
    case DT_RELASZ:
    case DT_RELRSZ:
    case DT_PLTRELSZ:
      dynamic.relocation_bytes = std::max(dynamic.relocation_bytes, value);
      break;
    case DT_TEXTREL:
      dynamic.text_relocations = true;
      break;
    case DT_FLAGS:
      dynamic.text_relocations |= (value & DF_TEXTREL) != 0;
      break;
    default:
      break;
  }
}

}  // namespace

std::optional<Dynamic> dynamic_of(const Image& image) {
  const auto table = table_of(image);
  if (!table) return std::nullopt;
  Dynamic dynamic;
  std::uint64_t name = 0;
  const std::size_t width = image.address_bytes();
  for (std::uint64_t into = 0; table->size - into >= 2 * width && into < table->size;
       into += 2 * width) {
    const auto tag = image.number_at_offset(table->offset + into, width);
    const auto value = image.number_at_offset(table->offset + into + width, width);
    if (!tag || !value) return std::nullopt;
    if (*tag == DT_NULL) break;
    if (*tag == DT_SONAME) name = *value;
    note_entry(image, *tag, *value, dynamic);
  }
  if (name != 0 && dynamic.strings)
    dynamic.soname = image.text_at_offset(*dynamic.strings + name).value_or("");
  return dynamic;
}

}  // namespace kab::elf
