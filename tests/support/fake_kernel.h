// Files that are kernels as far as kab looks at them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kab::support {

inline std::string little(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

enum class Entry { kPvh, kNone };

/// An ELF file with one segment of notes, of which one says where a PVH loader enters.
inline std::string fake_vmlinux(Entry entry = Entry::kPvh, std::string_view filling = "kernel") {
  const std::string note = entry == Entry::kPvh ? little(4, 4) + little(4, 4) + little(18, 4) +
                                                      std::string("Xen\0", 4) + little(0x1000000, 4)
                                                : std::string();
  std::string file = std::string("\177ELF\2\1\1", 7) + std::string(9, '\0');
  file += little(2, 2) + little(62, 2) + little(1, 4);          // ET_EXEC, x86-64
  file += little(0x1000000, 8) + little(64, 8) + little(0, 8);  // entry, headers' places
  file += little(0, 4) + little(64, 2) + little(56, 2) + little(1, 2);
  file += little(64, 2) + little(0, 2) + little(0, 2);
  file += little(4, 4) + little(4, 4) + little(120, 8) + little(0, 8) + little(0, 8);  // PT_NOTE
  file += little(note.size(), 8) + little(note.size(), 8) + little(4, 8);
  return file + note + std::string(filling);
}

}  // namespace kab::support
