#include "elf/versions.h"

#include <algorithm>

#include <elf.h>

namespace kab::elf {
namespace {

constexpr std::uint64_t kMostVersions = 4096;  // an image that claims more is no image of a loader

}  // namespace

Versions versions_of(const Image& image, const Dynamic& dynamic) {
  Versions versions;
  if (!dynamic.version_definitions || !dynamic.strings) return versions;
  std::uint64_t at = *dynamic.version_definitions;
  for (std::uint64_t i = 0; i < std::min(dynamic.version_definition_count, kMostVersions); ++i) {
    const auto flags = image.number_at_offset(at + 2, 2);
    const auto index = image.number_at_offset(at + 4, 2);
    const auto names = image.number_at_offset(at + 12, 4);
    const auto next = image.number_at_offset(at + 16, 4);
    if (!flags || !index || !names || !next) break;
    const auto name = image.number_at_offset(at + *names, 4);
    const auto text = name ? image.text_at_offset(*dynamic.strings + *name) : std::nullopt;
    if (text && (*flags & VER_FLG_BASE) == 0) versions.emplace(*index, *text);
    if (*next == 0) break;
    at += *next;
  }
  return versions;
}

std::string version_of_symbol(const Image& image, const Dynamic& dynamic, const Versions& versions,
                              std::uint64_t i) {
  if (!dynamic.version_symbols) return "";
  constexpr std::uint64_t kHidden = 0x8000;
  const auto index = image.number_at_offset(*dynamic.version_symbols + 2 * i, 2);
  const auto found = index ? versions.find(*index & ~kHidden) : versions.end();
  return found == versions.end() ? "" : found->second;
}

}  // namespace kab::elf
