#include "elf/image.h"

#include <algorithm>
#include <utility>

#include <gelf.h>

#include "base/files.h"

namespace kab::elf {
namespace {

std::string libelf_says() {
  const char* text = ::elf_errmsg(-1);
  return text == nullptr ? "unknown" : text;
}

bool holds(const Segment& segment, std::uint64_t address) {
  return segment.type == PT_LOAD && address >= segment.address &&
         address - segment.address < segment.file_size;
}

}  // namespace

Image::Image(std::string bytes, std::string name)
    : bytes_(std::make_unique<std::string>(std::move(bytes))), name_(std::move(name)) {}

Result<Image> Image::from_bytes(std::string bytes, std::string name) {
  if (!bytes.starts_with(ELFMAG)) return fail_input(name + " is not an ELF image");
  if (bytes.size() < sizeof(Elf32_Ehdr))
    return fail_input(name + " is cut short: it ends inside its ELF header");
  Image image(std::move(bytes), std::move(name));
  KAB_CHECK(image.read_headers());
  KAB_CHECK(image.read_segments());
  image.read_sections();
  return image;
}

Result<void> Image::read_headers() {
  const auto file_class = static_cast<unsigned char>((*bytes_)[EI_CLASS]);
  const auto order = static_cast<unsigned char>((*bytes_)[EI_DATA]);
  if (file_class != ELFCLASS32 && file_class != ELFCLASS64)
    return fail_input(name_ + " is an ELF image of an unknown class (neither 32 nor 64 bit)");
  if (order != ELFDATA2LSB && order != ELFDATA2MSB)
    return fail_input(name_ + " is an ELF image of an unknown byte order");
  ::elf_version(EV_CURRENT);
  elf_.reset(::elf_memory(bytes_->data(), bytes_->size()));
  GElf_Ehdr header;
  if (!elf_ || ::gelf_getehdr(elf_.get(), &header) == nullptr)
    return fail_input(name_ + " has a damaged ELF header: " + libelf_says());
  is_64_bit_ = file_class == ELFCLASS64;
  byte_order_ = order == ELFDATA2LSB ? ByteOrder::kLittle : ByteOrder::kBig;
  machine_ = header.e_machine;
  type_ = header.e_type;
  entry_ = header.e_entry;
  return {};
}

Result<void> Image::read_segments() {
  GElf_Ehdr header;
  ::gelf_getehdr(elf_.get(), &header);
  std::size_t count = 0;
  if (::elf_getphdrnum(elf_.get(), &count) != 0)
    return fail_input(name_ + " has damaged program headers: " + libelf_says());
  if (count < header.e_phnum && header.e_phnum != PN_XNUM)
    return fail_input(name_ + " is cut short: its program headers lie beyond its end");
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr found;
    if (::gelf_getphdr(elf_.get(), static_cast<int>(i), &found) == nullptr)
      return fail_input(name_ + " is cut short: its program headers lie beyond its end");
    segments_.push_back({.type = found.p_type,
                         .flags = found.p_flags,
                         .offset = found.p_offset,
                         .address = found.p_vaddr,
                         .file_size = found.p_filesz,
                         .memory_size = found.p_memsz,
                         .alignment = found.p_align});
  }
  return {};
}

void Image::read_sections() {
  std::size_t names = 0;
  if (::elf_getshdrstrndx(elf_.get(), &names) != 0) names = 0;
  // The zeroth section is a place holder; links count from it, so it is kept.
  for (Elf_Scn* at = ::elf_getscn(elf_.get(), 0); at != nullptr;
       at = ::elf_nextscn(elf_.get(), at)) {
    GElf_Shdr found;
    if (::gelf_getshdr(at, &found) == nullptr) break;
    const char* text = ::elf_strptr(elf_.get(), names, found.sh_name);
    sections_.push_back({.name = text == nullptr ? "" : text,
                         .type = found.sh_type,
                         .flags = found.sh_flags,
                         .offset = found.sh_offset,
                         .address = found.sh_addr,
                         .size = found.sh_size,
                         .link = found.sh_link});
  }
}

const Section* Image::section(std::string_view name) const {
  const auto found = std::ranges::find(sections_, name, &Section::name);
  return found == sections_.end() ? nullptr : &*found;
}

std::optional<std::string_view> Image::bytes_at_offset(std::uint64_t offset,
                                                       std::uint64_t size) const {
  if (offset > bytes_->size() || size > bytes_->size() - offset) return std::nullopt;
  return bytes().substr(offset, size);
}

std::optional<std::string_view> Image::bytes_at(std::uint64_t address, std::uint64_t size) const {
  for (const auto& segment : segments_) {
    if (!holds(segment, address)) continue;
    const std::uint64_t into = address - segment.address;
    if (size > segment.file_size - into || segment.offset > bytes_->size()) return std::nullopt;
    return bytes_at_offset(segment.offset + into, size);
  }
  return std::nullopt;
}

std::string_view Image::content_of(const Section& section) const {
  if (section.type == SHT_NOBITS) return {};
  return bytes_at_offset(section.offset, section.size).value_or(std::string_view());
}

std::optional<std::uint64_t> Image::number_at_offset(std::uint64_t offset,
                                                     std::size_t width) const {
  const auto found = bytes_at_offset(offset, width);
  if (!found || width > sizeof(std::uint64_t)) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) {
    const std::size_t at = byte_order_ == ByteOrder::kBig ? i : width - 1 - i;
    value = value << 8 | static_cast<unsigned char>((*found)[at]);
  }
  return value;
}

std::optional<std::string_view> Image::text_at_offset(std::uint64_t offset,
                                                      std::size_t longest) const {
  if (offset >= bytes_->size()) return std::nullopt;
  const auto rest = bytes().substr(offset, longest + 1);
  const auto end = rest.find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  return rest.substr(0, end);
}

std::optional<std::uint64_t> Image::offset_of(std::uint64_t address) const {
  const auto found =
      std::ranges::find_if(segments_, [&](const Segment& one) { return holds(one, address); });
  if (found == segments_.end()) return std::nullopt;
  const std::uint64_t offset = found->offset + (address - found->address);
  return offset < bytes_->size() ? std::optional(offset) : std::nullopt;
}

std::optional<std::uint64_t> Image::address_of(std::uint64_t offset) const {
  for (const auto& segment : segments_)
    if (segment.type == PT_LOAD && offset >= segment.offset &&
        offset - segment.offset < segment.file_size)
      return segment.address + (offset - segment.offset);
  return std::nullopt;
}

bool Image::is_code(std::uint64_t address) const {
  return std::ranges::any_of(segments_, [&](const Segment& one) {
    return (one.flags & PF_X) != 0 && holds(one, address);
  });
}

Result<Image> read_image(const std::string& path) {
  KAB_TRY(auto bytes, read_file(path));
  return Image::from_bytes(std::move(bytes), path);
}

}  // namespace kab::elf
