#include "elf/kernel_image.h"

#include <cstdint>
#include <cstring>
#include <utility>

#include <elf.h>

#include "base/files.h"
#include "elf/decompress.h"

namespace kab::elf {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;
constexpr std::size_t kSector = 512;

// Offsets of the setup header.
constexpr std::size_t kSetupSectors = 0x1f1;
constexpr std::size_t kMagic = 0x202;
constexpr std::size_t kProtocol = 0x206;
constexpr std::size_t kVersionText = 0x20e;
constexpr std::size_t kPayloadOffset = 0x248;
constexpr std::size_t kPayloadLength = 0x24c;
constexpr std::size_t kHeaderEnd = 0x250;

std::uint32_t little_at(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint32_t value = 0;
  for (std::size_t i = width; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

bool is_boot_image(std::string_view bytes) {
  return bytes.size() >= kHeaderEnd && bytes.substr(kMagic, 4) == "HdrS";
}

/// The kernel as its boot code jumps to it; "ARM\x64" and "RSC\x05" are in the same place.
bool is_raw_image(std::string_view bytes) {
  constexpr std::size_t kAt = 0x38;
  if (bytes.size() < kAt + 4) return false;
  const auto magic = bytes.substr(kAt, 4);
  return magic == "ARM\x64" || magic == "RSC\x05";
}

/// "6.12.1-cloud-amd64" of "6.12.1-cloud-amd64 (builder@host) #1 SMP ...".
std::string release_in(std::string_view bytes) {
  const std::size_t pointer = little_at(bytes, kVersionText, 2);
  if (pointer == 0 || pointer + kSector >= bytes.size()) return "";
  constexpr std::size_t kLongest = 128;
  const auto text = bytes.substr(pointer + kSector, kLongest);
  return std::string(text.substr(0, text.find_first_of(std::string_view(" \0", 2))));
}

/// Where the compressed kernel lies.
Result<std::string_view> payload_of(std::string_view bytes, const std::string& name) {
  constexpr std::uint32_t kFirstWithPayload = 0x208;
  if (little_at(bytes, kProtocol, 2) < kFirstWithPayload)
    return fail_input(name + " is a kernel from before 2.6.26, whose parts cannot be told apart");
  const std::size_t stated = little_at(bytes, kSetupSectors, 1);
  const std::size_t sectors = stated == 0 ? 4 : stated;
  const std::uint64_t at = (sectors + 1) * kSector + little_at(bytes, kPayloadOffset, 4);
  const std::uint64_t length = little_at(bytes, kPayloadLength, 4);
  if (length == 0) return fail_input(name + " is a kernel without a payload");
  if (at > bytes.size() || length > bytes.size() - at)
    return fail_input(name + " is cut short: its payload lies beyond its end");
  return bytes.substr(at, length);
}

/// The kernel's build appends the size to what it compresses; gzip has that as its own last field.
Result<std::string> unpacked(std::string_view payload, std::string_view compression,
                             const std::string& name) {
  constexpr std::size_t kSizeBytes = 4;
  if (payload.size() < kSizeBytes) return fail_input("the payload of " + name + " is cut short");
  const std::uint32_t size = little_at(payload, payload.size() - kSizeBytes, kSizeBytes);
  if (compression != "gzip") payload.remove_suffix(kSizeBytes);
  KAB_TRY(auto content, decompressed(payload, "the payload of " + name, kMostBytes));
  if (content.size() != size)
    return fail_input("the payload of " + name + " is damaged: it holds " +
                      std::to_string(content.size()) + " bytes, not the " + std::to_string(size) +
                      " that it says");
  return content;
}

Result<KernelFile> from_boot_image(std::string_view bytes, const std::string& name) {
  KAB_TRY(const auto payload, payload_of(bytes, name));
  KernelFile kernel{.form = {}, .release = release_in(bytes), .content = {}};
  const auto compression = compression_of(payload);
  if (payload.starts_with(ELFMAG)) {
    kernel.form = "bzImage (uncompressed)";
    kernel.content = std::string(payload);
    return kernel;
  }
  if (compression.empty())
    return fail_input("the payload of " + name + " has an unknown compression");
  KAB_TRY(kernel.content, unpacked(payload, compression, name));
  if (!kernel.content.starts_with(ELFMAG))
    return fail_input("the payload of " + name + " is no ELF file, so no kernel");
  kernel.form = "bzImage (" + std::string(compression) + ")";
  return kernel;
}

}  // namespace

bool is_packed_kernel(std::string_view bytes) {
  return is_boot_image(bytes) || is_raw_image(bytes) || !compression_of(bytes).empty();
}

Result<KernelFile> unpack_kernel(std::string bytes, const std::string& name) {
  if (bytes.starts_with(ELFMAG))
    return KernelFile{.form = "vmlinux", .release = {}, .content = std::move(bytes)};
  if (is_boot_image(bytes)) return from_boot_image(bytes, name);
  if (is_raw_image(bytes))
    return KernelFile{.form = "raw kernel image", .release = {}, .content = std::move(bytes)};
  const auto compression = compression_of(bytes);
  if (compression.empty())
    return fail_input(name + " is neither an ELF file nor a kernel (bzImage, Image, vmlinux)");
  KAB_TRY(auto content, decompressed(bytes, name, kMostBytes));
  if (!content.starts_with(ELFMAG) && !is_raw_image(content))
    return fail_input("what " + name + " holds compressed is no kernel");
  return KernelFile{.form = std::string(compression) + " of " +
                            (content.starts_with(ELFMAG) ? "vmlinux" : "raw kernel image"),
                    .release = {},
                    .content = std::move(content)};
}

Result<KernelFile> read_kernel(const std::string& path) {
  KAB_TRY(auto bytes, read_file(path));
  return unpack_kernel(std::move(bytes), path);
}

}  // namespace kab::elf
