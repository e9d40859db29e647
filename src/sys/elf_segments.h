// The program headers of an ELF file, read from the file itself with every offset checked: just
// enough for a build id and for saying why a program does not start.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace kab::sys {

struct ElfSegment {
  std::uint32_t type = 0;  // PT_NOTE, PT_INTERP, …
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // in the file
  std::uint64_t alignment = 0;
};

class ElfFile {
 public:
  /// kInput, naming the path and what is wrong, for anything but a regular little-endian ELF file
  /// of either class whose header and program headers lie inside it.
  static Result<ElfFile> open(const std::string& path);

  bool is_64_bit() const { return is_64_bit_; }
  std::uint16_t machine() const { return machine_; }  // EM_X86_64, …
  const std::vector<ElfSegment>& segments() const { return segments_; }

  /// The bytes of a segment; kInput when it is not wholly in the file or over 1 MiB.
  Result<std::string> content_of(const ElfSegment& segment) const;

 private:
  ElfFile(Fd file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}
  Result<void> read_headers();
  template <class Header, class Segment>
  Result<void> read_headers_as();
  Result<std::string> bytes_at(std::uint64_t offset, std::uint64_t size) const;

  Fd file_;
  std::string path_;
  bool is_64_bit_ = false;
  std::uint16_t machine_ = 0;
  std::vector<ElfSegment> segments_;
};

}  // namespace kab::sys
