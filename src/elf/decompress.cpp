#include "elf/decompress.h"

#include <array>
#include <memory>

#include <archive.h>
#include <archive_entry.h>

namespace kab::elf {
namespace {

struct End {
  void operator()(archive* reader) const { ::archive_read_free(reader); }
};
using Reader = std::unique_ptr<archive, End>;

struct Magic {
  std::string_view bytes;
  std::string_view name;
};

// lz4 in its old framing, which is the kernel's.
constexpr std::array kMagics = {Magic{std::string_view("\x1f\x8b", 2), "gzip"},
                                Magic{std::string_view("\xfd"
                                                       "7zXZ\0",
                                                       6),
                                      "xz"},
                                Magic{std::string_view("\x28\xb5\x2f\xfd", 4), "zstd"},
                                Magic{std::string_view("\x02\x21\x4c\x18", 4), "lz4"},
                                Magic{std::string_view("\x04\x22\x4d\x18", 4), "lz4"},
                                Magic{std::string_view("BZh", 3), "bzip2"},
                                Magic{std::string_view("\x5d\0\0", 3), "lzma"},
                                Magic{std::string_view("\x89LZO", 4), "lzop"}};

Error damaged(const std::string& name, archive* reader) {
  const char* why = ::archive_error_string(reader);
  return {ErrorKind::kInput,
          "cannot decompress " + name + ": " + (why == nullptr ? "the stream is damaged" : why)};
}

}  // namespace

std::string_view compression_of(std::string_view bytes) {
  for (const auto& magic : kMagics)
    if (bytes.starts_with(magic.bytes)) return magic.name;
  return "";
}

Result<std::string> decompressed(std::string_view bytes, const std::string& name,
                                 std::size_t most) {
  const Reader reader(::archive_read_new());
  if (!reader) return fail_unavailable("cannot decompress " + name + ": out of memory");
  ::archive_read_support_filter_all(reader.get());
  ::archive_read_support_format_raw(reader.get());
  archive_entry* entry = nullptr;
  if (::archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK ||
      ::archive_read_next_header(reader.get(), &entry) != ARCHIVE_OK)
    return std::unexpected(damaged(name, reader.get()));
  std::string out;
  std::array<char, 1 << 16> chunk;
  for (;;) {
    const auto got = ::archive_read_data(reader.get(), chunk.data(), chunk.size());
    if (got == 0) return out;
    if (got < 0) return std::unexpected(damaged(name, reader.get()));
    out.append(chunk.data(), static_cast<std::size_t>(got));
    if (out.size() > most)
      return fail_input(name + " holds more than " + std::to_string(most >> 20) +
                        " MiB uncompressed, which no kernel does");
  }
}

}  // namespace kab::elf
