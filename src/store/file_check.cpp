#include "store/file_check.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"

namespace kab::store {
namespace {

// The header as https://www.sqlite.org/fileformat2.html, section 1.3, describes it.
constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::size_t kPageSizeAt = 16;
constexpr std::size_t kPageCountAt = 28;
constexpr std::size_t kHeaderBytes = 32;

using Header = std::array<char, kHeaderBytes>;

struct Opening {
  Header header{};
  std::size_t got = 0;
  std::uint64_t file_bytes = 0;
};

// Errors are errno values turned to text; EISDIR stands for everything but a regular file.
Result<Opening> opening_of(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!fd) return fail_input("cannot open " + path + ": " + errno_text(errno));
  struct stat status{};
  if (::fstat(fd.get(), &status) != 0)
    return fail_input("cannot open " + path + ": " + errno_text(errno));
  if (!S_ISREG(status.st_mode)) return fail_input(path + " is not a regular file, so no recording");
  Opening opening{.file_bytes = static_cast<std::uint64_t>(status.st_size)};
  const ssize_t got = ::pread(fd.get(), opening.header.data(), opening.header.size(), 0);
  if (got < 0) return fail_input("cannot read " + path + ": " + errno_text(errno));
  opening.got = static_cast<std::size_t>(got);
  return opening;
}

bool has_magic(const Opening& opening) {
  return opening.got >= kMagic.size() &&
         std::string_view(opening.header.data(), kMagic.size()) == kMagic;
}

std::uint64_t big_endian(const Header& header, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = at; i < at + bytes; ++i)
    value = value << 8 | static_cast<unsigned char>(header[i]);
  return value;
}

std::uint64_t bytes_promised(const Header& header) {
  const auto page = big_endian(header, kPageSizeAt, 2);
  return (page == 1 ? 65536 : page) * big_endian(header, kPageCountAt, 4);
}

constexpr std::string_view kRemedy = ": copy it again, or see what sqlite3's .recover can save";

std::string truncation_of(const std::string& path, std::uint64_t bytes, std::uint64_t promised) {
  return path + " is truncated (" + std::to_string(bytes) + " of " + std::to_string(promised) +
         " bytes)" + std::string(kRemedy);
}

}  // namespace

Result<void> check_is_database(const std::string& path) {
  KAB_TRY(const auto opening, opening_of(path));
  if (opening.file_bytes == 0)
    return fail_input(path + " is empty, so no recording: delete it and record again");
  if (!has_magic(opening))
    return fail_input(path + " is not a kab recording: it does not start as an SQLite file does");
  return {};
}

Result<void> check_is_whole(const std::string& path, std::uint64_t promised_bytes) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0)
    return fail_input("cannot open " + path + ": " + errno_text(errno));
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  if (bytes < promised_bytes) return fail_input(truncation_of(path, bytes, promised_bytes));
  return {};
}

std::string damage_of(const std::string& path) {
  const auto opening = opening_of(path);
  if (!opening) return opening.error().message;
  const auto promised = bytes_promised(opening->header);
  if (opening->got < kHeaderBytes || opening->file_bytes < promised)
    return truncation_of(path, opening->file_bytes, promised);
  return path + " is damaged" + std::string(kRemedy);
}

bool starts_as_database(const std::string& path) {
  const auto opening = opening_of(path);
  return opening && has_magic(*opening);
}

}  // namespace kab::store
