// Notes of an image: its build id, and the release of the kernel that made it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "elf/image.h"

namespace kab::elf {

struct Note {
  std::string_view owner;  // without its zero byte: "GNU", "Linux"
  std::uint32_t type = 0;
  std::string_view content;  // bytes of the image
};

/// Of every PT_NOTE, or without program headers every SHT_NOTE; up to the first that is not whole.
std::vector<Note> notes_of(const Image& image);

/// The GNU build id in lower-case hex; "" without one.
std::string build_id_of(const Image& image);

/// The release that a vDSO's note names ("6.12.1"), or its version code as a version; "" without.
std::string linux_release_of(const Image& image);

}  // namespace kab::elf
