#include "sys/elf_segments.h"

#include <cerrno>
#include <cstddef>
#include <cstring>

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kab::sys {
namespace {

constexpr std::uint64_t kLongestRead = 4u << 20;  // 65,535 program headers fit
constexpr std::uint64_t kLongestSegment = 1u << 20;

template <class T>
T record_at(const std::string& bytes, std::size_t offset) {
  T record;
  std::memcpy(&record, bytes.data() + offset, sizeof record);
  return record;
}

}  // namespace

Result<ElfFile> ElfFile::open(const std::string& path) {
  // O_NONBLOCK: a FIFO must not hang us.
  Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return fail_input("cannot open " + path + ": " + errno_text(errno));
  struct stat status{};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return fail_input(path + " is not a regular file");
  ElfFile elf(std::move(file), path);
  KAB_CHECK(elf.read_headers());
  return elf;
}

Result<void> ElfFile::read_headers() {
  const auto ident = bytes_at(0, EI_NIDENT);
  if (!ident || !ident->starts_with(ELFMAG)) return fail_input(path_ + " is not an ELF file");
  if ((*ident)[EI_DATA] != ELFDATA2LSB)
    return fail_input(path_ + " is an ELF file of another byte order");
  is_64_bit_ = (*ident)[EI_CLASS] == ELFCLASS64;
  if (is_64_bit_) return read_headers_as<Elf64_Ehdr, Elf64_Phdr>();
  if ((*ident)[EI_CLASS] == ELFCLASS32) return read_headers_as<Elf32_Ehdr, Elf32_Phdr>();
  return fail_input(path_ + " is an ELF file of an unknown class");
}

template <class Header, class Segment>
Result<void> ElfFile::read_headers_as() {
  KAB_TRY(const auto head, bytes_at(0, sizeof(Header)));
  const auto header = record_at<Header>(head, 0);
  machine_ = header.e_machine;
  if (header.e_phnum == 0) return {};
  if (header.e_phentsize != sizeof(Segment))
    return fail_input(path_ + " has program headers of an unknown size");
  KAB_TRY(const auto table, bytes_at(header.e_phoff, header.e_phnum * sizeof(Segment)));
  for (std::size_t at = 0; at < table.size(); at += sizeof(Segment)) {
    const auto found = record_at<Segment>(table, at);
    segments_.push_back({.type = found.p_type,
                         .offset = found.p_offset,
                         .size = found.p_filesz,
                         .alignment = found.p_align});
  }
  return {};
}

Result<std::string> ElfFile::content_of(const ElfSegment& segment) const {
  if (segment.size > kLongestSegment) return fail_input(path_ + " has a segment of absurd size");
  return bytes_at(segment.offset, segment.size);
}

Result<std::string> ElfFile::bytes_at(std::uint64_t offset, std::uint64_t size) const {
  struct stat status{};
  ::fstat(file_.get(), &status);
  const auto length = static_cast<std::uint64_t>(status.st_size);
  if (size > kLongestRead || offset > length || size > length - offset)
    return fail_input(path_ + " is cut short: a part of it lies beyond its end");
  std::string bytes(size, '\0');
  std::size_t have = 0;
  while (have < size) {
    const ssize_t got =
        ::pread(file_.get(), bytes.data() + have, size - have, static_cast<off_t>(offset + have));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      return fail_input("cannot read " + path_ + ": " + errno_text(got < 0 ? errno : EIO));
    have += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace kab::sys
