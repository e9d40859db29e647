// An ELF image made in memory, of any class and byte order, with a few symbols, a version, a SONAME
// and a build id; each table can be left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <elf.h>

#include "elf/image.h"

namespace kab::elf {

struct Shape {
  bool is_64_bit = true;
  ByteOrder order = ByteOrder::kLittle;
  std::uint16_t machine = EM_X86_64;
  std::uint64_t base = 0;  // address of the first byte
  bool hash = true;
  bool gnu_hash = true;
  bool sections = true;
};

/// Parts at fixed places, so that a test can break one.
class MadeImage {
 public:
  static constexpr std::size_t kDynamic = 0x200;
  static constexpr std::size_t kNotes = 0x380;
  static constexpr std::size_t kSymbols = 0x400;
  static constexpr std::size_t kStrings = 0x500;
  static constexpr std::size_t kVersionSymbols = 0x580;
  static constexpr std::size_t kVersions = 0x5a0;
  static constexpr std::size_t kSections = 0x600;
  static constexpr std::size_t kSectionNames = 0x7c0;
  static constexpr std::size_t kHash = 0x800;
  static constexpr std::size_t kGnuHash = 0x880;  // last, so that what runs on runs out
  static constexpr std::size_t kEnd = 0x900;
  static constexpr std::size_t kText = 0x700;
  static constexpr std::uint64_t kSymbolCount = 8;

  explicit MadeImage(Shape shape) : shape_(shape), bytes_(kEnd, '\0') {
    put_header();
    put_segments();
    put_dynamic_section();
    put_notes();
    put_symbols();
    put_versions();
    if (shape.hash) put_words(kHash, {1, kSymbolCount, 1});
    if (shape.gnu_hash) put_gnu_hash();
    if (shape.sections) put_sections();
  }

  std::string& bytes() { return bytes_; }
  Result<Image> image() const { return Image::from_bytes(bytes_, "made"); }

  void put(std::size_t at, std::uint64_t value, std::size_t width) {
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t place = shape_.order == ByteOrder::kBig ? width - 1 - i : i;
      bytes_[at + place] = static_cast<char>(value >> (8 * i) & 0xff);
    }
  }

 private:
  std::size_t wide() const { return shape_.is_64_bit ? 8 : 4; }

  /// Numbers of 2, 4 or address width, one after the other.
  struct Field {
    std::uint64_t value;
    std::size_t width;
  };
  void put_fields(std::size_t at, const std::vector<Field>& fields) {
    for (const auto& field : fields) {
      put(at, field.value, field.width);
      at += field.width;
    }
  }
  void put_words(std::size_t at, const std::vector<std::uint64_t>& words) {
    for (const auto word : words) {
      put(at, word, 4);
      at += 4;
    }
  }
  void put_text(std::size_t at, std::string_view text) { bytes_.replace(at, text.size(), text); }

  std::size_t header_bytes() const { return shape_.is_64_bit ? 64 : 52; }
  std::size_t segment_bytes() const { return shape_.is_64_bit ? 56 : 32; }
  std::size_t section_bytes() const { return shape_.is_64_bit ? 64 : 40; }

  void put_header() {
    put_text(0, ELFMAG);
    bytes_[EI_CLASS] = static_cast<char>(shape_.is_64_bit ? ELFCLASS64 : ELFCLASS32);
    bytes_[EI_DATA] =
        static_cast<char>(shape_.order == ByteOrder::kLittle ? ELFDATA2LSB : ELFDATA2MSB);
    bytes_[EI_VERSION] = EV_CURRENT;
    const std::uint64_t sections = shape_.sections ? kSections : 0;
    put_fields(EI_NIDENT, {{ET_DYN, 2},
                           {shape_.machine, 2},
                           {EV_CURRENT, 4},
                           {shape_.base + kText, wide()},
                           {header_bytes(), wide()},
                           {sections, wide()},
                           {0, 4},
                           {header_bytes(), 2},
                           {segment_bytes(), 2},
                           {3, 2},
                           {section_bytes(), 2},
                           {shape_.sections ? 4U : 0U, 2},
                           {shape_.sections ? 3U : 0U, 2}});
  }

  void put_segment(std::size_t i, std::uint32_t type, std::uint32_t flags, std::uint64_t at,
                   std::uint64_t size) {
    const std::size_t place = header_bytes() + i * segment_bytes();
    const std::uint64_t address = shape_.base + at;
    if (shape_.is_64_bit)
      put_fields(place, {{type, 4},
                         {flags, 4},
                         {at, 8},
                         {address, 8},
                         {address, 8},
                         {size, 8},
                         {size, 8},
                         {4, 8}});
    else
      put_fields(place, {{type, 4},
                         {at, 4},
                         {address, 4},
                         {address, 4},
                         {size, 4},
                         {size, 4},
                         {flags, 4},
                         {4, 4}});
  }

  void put_segments() {
    put_segment(0, PT_LOAD, PF_R | PF_X, 0, kEnd);
    put_segment(1, PT_DYNAMIC, PF_R, kDynamic, 9 * 2 * wide());
    put_segment(2, PT_NOTE, PF_R, kNotes, 20);
  }

  void put_dynamic_section() {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> entries = {
        {DT_SONAME, 1},
        {DT_SYMTAB, shape_.base + kSymbols},
        {DT_STRTAB, shape_.base + kStrings},
        {DT_VERSYM, shape_.base + kVersionSymbols},
        {DT_VERDEF, shape_.base + kVersions},
        {DT_VERDEFNUM, 2}};
    if (shape_.hash) entries.emplace_back(DT_HASH, shape_.base + kHash);
    if (shape_.gnu_hash) entries.emplace_back(DT_GNU_HASH, shape_.base + kGnuHash);
    std::size_t at = kDynamic;
    for (const auto& [tag, value] : entries) {
      put_fields(at, {{tag, wide()}, {value, wide()}});
      at += 2 * wide();
    }
  }

  void put_notes() {
    put_words(kNotes, {4, 4, NT_GNU_BUILD_ID});
    put_text(kNotes + 12, "GNU");
    put_text(kNotes + 16, "\xde\xad\xbe\xef");
  }

  void put_symbol(std::size_t i, std::string_view name, std::uint64_t address, unsigned type,
                  unsigned binding, std::uint64_t section) {
    const std::uint64_t text = name.empty() ? 0 : add_string(name);
    const std::uint64_t kind = binding << 4 | type;
    const std::uint64_t size = 16;
    if (shape_.is_64_bit)
      put_fields(kSymbols + i * sizeof(Elf64_Sym),
                 {{text, 4}, {kind, 1}, {0, 1}, {section, 2}, {address, 8}, {size, 8}});
    else
      put_fields(kSymbols + i * sizeof(Elf32_Sym),
                 {{text, 4}, {address, 4}, {size, 4}, {kind, 1}, {0, 1}, {section, 2}});
  }

  std::uint64_t add_string(std::string_view text) {
    const std::size_t at = strings_;
    put_text(kStrings + at, text);
    strings_ += text.size() + 1;
    return at;
  }

  void put_symbols() {
    add_string("made.so.1");
    const std::uint64_t text = shape_.base + kText;
    put_symbol(1, "imported", 0, STT_FUNC, STB_GLOBAL, SHN_UNDEF);
    put_symbol(2, "local", text, STT_FUNC, STB_LOCAL, 1);
    put_symbol(3, "clock", text + 0x10, STT_FUNC, STB_GLOBAL, 1);
    put_symbol(4, "clock_too", text + 0x10, STT_FUNC, STB_WEAK, 1);
    put_symbol(5, "", text + 0x20, STT_FUNC, STB_GLOBAL, 1);
    put_symbol(6, "object", text + 0x30, STT_OBJECT, STB_GLOBAL, 1);
    put_symbol(7, "last", text + 0x40, STT_FUNC, STB_GLOBAL, 1);
  }

  void put_versions() {
    const std::uint64_t name = add_string("MADE_1");
    for (std::size_t i = 1; i < kSymbolCount; ++i) put(kVersionSymbols + 2 * i, i < 3 ? 1 : 2, 2);
    const auto definition = [&](std::size_t at, std::uint64_t flags, std::uint64_t index,
                                std::uint64_t text, std::uint64_t next) {
      put_fields(at, {{1, 2}, {flags, 2}, {index, 2}, {1, 2}, {0, 4}, {20, 4}, {next, 4}});
      put_words(at + 20, {text, 0});
    };
    definition(kVersions, VER_FLG_BASE, 1, 1, 28);
    definition(kVersions + 28, 0, 2, name, 0);
  }

  // One bucket, of a chain that begins at symbol 3; one Bloom word of the class's size.
  void put_gnu_hash() {
    put_words(kGnuHash, {1, 3, 1, 0});
    put_words(kGnuHash + 16 + wide(), {3, 2, 2, 2, 2, 3});
  }

  void put_section(std::size_t i, std::uint64_t name, std::uint64_t type, std::size_t at,
                   std::uint64_t size, std::uint64_t link) {
    put_fields(kSections + i * section_bytes(), {{name, 4},
                                                 {type, 4},
                                                 {SHF_ALLOC, wide()},
                                                 {shape_.base + at, wide()},
                                                 {at, wide()},
                                                 {size, wide()},
                                                 {link, 4},
                                                 {0, 4},
                                                 {4, wide()},
                                                 {0, wide()}});
  }

  void put_sections() {
    const std::uint64_t each = shape_.is_64_bit ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
    put_text(kSectionNames, std::string_view("\0.dynsym\0.dynstr\0.shstrtab\0", 27));
    put_section(1, 1, SHT_DYNSYM, kSymbols, kSymbolCount * each, 2);
    put_section(2, 9, SHT_STRTAB, kStrings, strings_, 0);
    put_section(3, 17, SHT_STRTAB, kSectionNames, 27, 0);
  }

  Shape shape_;
  std::string bytes_;
  std::size_t strings_ = 1;
};

}  // namespace kab::elf
