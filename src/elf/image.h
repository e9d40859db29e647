// An ELF file or memory image of any class, byte order and machine, read from bytes: headers,
// segments, sections, notes. It believes nothing of what it reads and never leaves the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <libelf.h>

#include "base/result.h"

namespace kab::elf {

enum class ByteOrder { kLittle, kBig };

struct Segment {
  std::uint32_t type = 0;   // PT_LOAD, …
  std::uint32_t flags = 0;  // PF_R | PF_W | PF_X
  std::uint64_t offset = 0;
  std::uint64_t address = 0;
  std::uint64_t file_size = 0;
  std::uint64_t memory_size = 0;
  std::uint64_t alignment = 0;
};

struct Section {
  std::string name;
  std::uint32_t type = 0;   // SHT_SYMTAB, …
  std::uint64_t flags = 0;  // SHF_ALLOC | …
  std::uint64_t offset = 0;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::uint32_t link = 0;  // index of another section; what it means depends on the type
};

class Image {
 public:
  /// Takes the bytes of one image; `name` is what errors call it. kInput for what is not ELF, has a
  /// class or byte order that there is none of, or whose program headers lie beyond the bytes.
  /// Section headers may be missing or lie beyond: then there are no sections.
  static Result<Image> from_bytes(std::string bytes, std::string name);

  const std::string& name() const { return name_; }
  bool is_64_bit() const { return is_64_bit_; }
  ByteOrder byte_order() const { return byte_order_; }
  std::uint16_t machine() const { return machine_; }  // EM_X86_64, …
  std::uint16_t type() const { return type_; }        // ET_EXEC, ET_DYN, …
  std::uint64_t entry() const { return entry_; }
  std::size_t address_bytes() const { return is_64_bit_ ? 8 : 4; }

  const std::vector<Segment>& segments() const { return segments_; }
  const std::vector<Section>& sections() const { return sections_; }
  const Section* section(std::string_view name) const;

  std::string_view bytes() const { return *bytes_; }

  /// `size` bytes at a place in the file; nothing where they are not all there.
  std::optional<std::string_view> bytes_at_offset(std::uint64_t offset, std::uint64_t size) const;

  /// The same at an address, wholly inside what one PT_LOAD takes from the file.
  std::optional<std::string_view> bytes_at(std::uint64_t address, std::uint64_t size) const;

  /// The content of a section; empty for SHT_NOBITS and for one that is not wholly there.
  std::string_view content_of(const Section& section) const;

  /// An unsigned number of `width` bytes (1, 2, 4, 8) in the image's byte order.
  std::optional<std::uint64_t> number_at_offset(std::uint64_t offset, std::size_t width) const;

  /// Text up to its zero byte, which must be there; nothing beyond `longest` bytes.
  std::optional<std::string_view> text_at_offset(std::uint64_t offset,
                                                 std::size_t longest = 4096) const;

  /// Where in the file an address lies, and the other way round, by the PT_LOADs.
  std::optional<std::uint64_t> offset_of(std::uint64_t address) const;
  std::optional<std::uint64_t> address_of(std::uint64_t offset) const;

  /// Whether an address lies in an executable PT_LOAD.
  bool is_code(std::uint64_t address) const;

  /// libelf's view of the same bytes, for libdw; lives as long as the image.
  Elf* handle() const { return elf_.get(); }

 private:
  struct End {
    void operator()(Elf* elf) const { ::elf_end(elf); }
  };
  Image(std::string bytes, std::string name);
  Result<void> read_headers();
  Result<void> read_segments();
  void read_sections();

  std::unique_ptr<std::string> bytes_;  // behind a pointer: libelf keeps its address
  std::string name_;
  std::unique_ptr<Elf, End> elf_;
  bool is_64_bit_ = false;
  ByteOrder byte_order_ = ByteOrder::kLittle;
  std::uint16_t machine_ = 0;
  std::uint16_t type_ = 0;
  std::uint64_t entry_ = 0;
  std::vector<Segment> segments_;
  std::vector<Section> sections_;
};

/// read_file() and Image::from_bytes().
Result<Image> read_image(const std::string& path);

}  // namespace kab::elf
