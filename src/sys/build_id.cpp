#include "sys/build_id.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include <elf.h>

#include "sys/elf_segments.h"

namespace kab::sys {
namespace {

std::string hex_of(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

struct Note {
  std::uint32_t type;
  std::string_view name;
  std::string_view description;
};

/// Takes one note off the front of `notes`; nothing when what is left is no whole note. Sizes are
/// 32-bit in the file and summed in 64 bits, so they cannot wrap.
std::optional<Note> take_note(std::string_view& notes, std::uint64_t alignment) {
  Elf64_Nhdr header;  // the same in both classes
  if (notes.size() < sizeof header) return {};
  std::memcpy(&header, notes.data(), sizeof header);
  const auto padded = [&](std::uint64_t n) { return (n + alignment - 1) / alignment * alignment; };
  const std::uint64_t name_end = sizeof header + std::uint64_t{header.n_namesz};
  const std::uint64_t description_at = padded(name_end);
  const std::uint64_t end = description_at + header.n_descsz;
  if (end > notes.size()) return {};
  const Note note{.type = header.n_type,
                  .name = notes.substr(sizeof header, header.n_namesz),
                  .description = notes.substr(description_at, header.n_descsz)};
  notes.remove_prefix(std::min<std::uint64_t>(padded(end), notes.size()));
  return note;
}

}  // namespace

Result<std::string> build_id_of(const std::string& elf_path) {
  KAB_TRY(const auto elf, ElfFile::open(elf_path));
  constexpr std::string_view kGnu("GNU\0", 4);
  for (const auto& segment : elf.segments()) {
    if (segment.type != PT_NOTE) continue;
    KAB_TRY(const std::string content, elf.content_of(segment));
    std::string_view notes = content;
    while (const auto note = take_note(notes, segment.alignment == 8 ? 8 : 4))
      if (note->type == NT_GNU_BUILD_ID && note->name == kGnu && !note->description.empty())
        return hex_of(note->description);
  }
  return fail_input(elf_path + " carries no build id; link it with --build-id");
}

}  // namespace kab::sys
