#include "elf/notes.h"

#include <algorithm>

#include <elf.h>

#include "base/text.h"

namespace kab::elf {
namespace {

void add_notes(const Image& image, std::uint64_t at, std::uint64_t size, std::uint64_t alignment,
               std::vector<Note>& notes) {
  constexpr std::uint64_t kHeader = 12;
  const std::uint64_t step = alignment == 8 ? 8 : 4;
  const auto padded = [&](std::uint64_t n) { return (n + step - 1) / step * step; };
  for (std::uint64_t into = 0; into < size && size - into >= kHeader;) {
    const auto owner_size = image.number_at_offset(at + into, 4);
    const auto content_size = image.number_at_offset(at + into + 4, 4);
    const auto type = image.number_at_offset(at + into + 8, 4);
    if (!owner_size || !content_size || !type) return;
    const std::uint64_t content = padded(kHeader + *owner_size);
    const std::uint64_t end = content + *content_size;
    if (end > size - into) return;
    auto owner = image.bytes_at_offset(at + into + kHeader, *owner_size).value_or("");
    while (owner.ends_with('\0')) owner.remove_suffix(1);
    notes.push_back({.owner = owner,
                     .type = static_cast<std::uint32_t>(*type),
                     .content = image.bytes_at_offset(at + into + content, *content_size)
                                    .value_or(std::string_view())});
    into += padded(end);
  }
}

std::string release_of_code(std::string_view content) {
  constexpr std::size_t kBytes = 4;
  if (content.size() != kBytes) return "";
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(content[i]); };
  return std::to_string(byte(2)) + "." + std::to_string(byte(1)) + "." + std::to_string(byte(0));
}

}  // namespace

std::vector<Note> notes_of(const Image& image) {
  std::vector<Note> notes;
  for (const auto& segment : image.segments())
    if (segment.type == PT_NOTE)
      add_notes(image, segment.offset, segment.file_size, segment.alignment, notes);
  if (!notes.empty()) return notes;
  for (const auto& section : image.sections())
    if (section.type == SHT_NOTE) add_notes(image, section.offset, section.size, 4, notes);
  return notes;
}

std::string build_id_of(const Image& image) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const auto& note : notes_of(image)) {
    if (note.owner != "GNU" || note.type != NT_GNU_BUILD_ID) continue;
    std::string text;
    for (const char c : note.content) {
      text += kDigits[static_cast<unsigned char>(c) >> 4];
      text += kDigits[static_cast<unsigned char>(c) & 15];
    }
    return text;
  }
  return "";
}

std::string linux_release_of(const Image& image) {
  std::string release;
  for (const auto& note : notes_of(image)) {
    if (note.owner != "Linux") continue;
    if (note.type == 0 && release.empty() && image.byte_order() == ByteOrder::kLittle)
      release = release_of_code(note.content);
    constexpr std::uint32_t kSalt = 0x100;  // LINUX_ELFNOTE_BUILD_SALT
    if (note.type == kSalt) {
      auto text = note.content;
      while (text.ends_with('\0')) text.remove_suffix(1);
      if (!text.empty()) return std::string(text);
    }
  }
  return release;
}

}  // namespace kab::elf
