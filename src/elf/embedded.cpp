#include "elf/embedded.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <elf.h>

#include "elf/dynamic.h"
#include "elf/symbols.h"

namespace kab::elf {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;  // many times the largest vDSO
constexpr int kMostTries = 1000;             // each copies that much

/// How many bytes the ELF file has that starts here: its section headers lie at its end. Too few
/// where they were taken out, so that program headers count, too.
std::optional<std::uint64_t> length_of(const Image& image) {
  const std::size_t wide = image.address_bytes();
  const auto sections = image.number_at_offset(wide == 8 ? 0x28 : 0x20, wide);
  const auto size = image.number_at_offset(wide == 8 ? 0x3a : 0x2e, 2);
  const auto count = image.number_at_offset(wide == 8 ? 0x3c : 0x30, 2);
  if (!sections || !size || !count) return std::nullopt;
  std::uint64_t end = *sections == 0 ? 0 : *sections + *size * *count;
  for (const auto& segment : image.segments())
    end = std::max(end, segment.offset + segment.file_size);
  return end <= image.bytes().size() ? std::optional(end) : std::nullopt;
}

std::optional<Image> vdso_at(std::string_view bytes, const std::string& name) {
  // The first look is at more than the image; the second at what it says that it has.
  const auto seen = Image::from_bytes(std::string(bytes.substr(0, kMostBytes)), name);
  if (!seen || seen->type() != ET_DYN || !is_vdso(*seen)) return std::nullopt;
  const auto length = length_of(*seen);
  if (!length) return std::nullopt;
  auto image = Image::from_bytes(std::string(bytes.substr(0, *length)), name);
  return image ? std::optional(std::move(*image)) : std::nullopt;
}

}  // namespace

bool is_vdso(const Image& image) {
  const auto dynamic = dynamic_of(image);
  if (!dynamic) return false;
  if (dynamic->soname.starts_with("linux-vdso") || dynamic->soname.starts_with("linux-gate"))
    return true;
  return std::ranges::any_of(dynamic_symbols(image).symbols, [](const Symbol& symbol) {
    return symbol.name.starts_with("__vdso_") || symbol.name.starts_with("__kernel_");
  });
}

std::vector<Embedded> embedded_vdsos(std::string_view kernel, const std::string& name) {
  std::vector<Embedded> found;
  int tries = 0;
  for (std::size_t at = kernel.find(ELFMAG, 1); at != std::string_view::npos && tries < kMostTries;
       ++tries) {
    auto image = vdso_at(kernel.substr(at), name);
    const std::size_t step = image ? image->bytes().size() : 1;
    if (image) found.push_back({.offset = at, .image = std::move(*image)});
    at = kernel.find(ELFMAG, at + step);
  }
  return found;
}

}  // namespace kab::elf
