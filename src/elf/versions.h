// Symbol versions that an image defines: "LINUX_2.6".
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "elf/dynamic.h"
#include "elf/image.h"

namespace kab::elf {

/// Names by their index in DT_VERDEF; the one of the file itself is left out.
using Versions = std::map<std::uint64_t, std::string>;

Versions versions_of(const Image& image, const Dynamic& dynamic);

/// The version of the i-th dynamic symbol; "" for none.
std::string version_of_symbol(const Image& image, const Dynamic& dynamic, const Versions& versions,
                              std::uint64_t i);

}  // namespace kab::elf
