#include "base/files.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace kab {
namespace {

// Room for all of a regular file, and a little for readers that look past the end in whole words.
std::size_t room_for(int fd) {
  constexpr std::size_t kSlack = 256;
  struct stat status{};
  const bool regular = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  return regular && status.st_size > 0
             ? std::min(static_cast<std::size_t>(status.st_size), kMostBytesRead) + kSlack
             : 0;
}

}  // namespace

Result<std::string> read_all(int fd, std::string_view name, std::size_t most) {
  std::string bytes;
  bytes.reserve(room_for(fd));
  std::array<char, 65536> chunk;
  for (;;) {
    const ssize_t got = ::read(fd, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_input("cannot read " + std::string(name) + ": " + errno_text(errno));
    if (got == 0) return bytes;
    bytes.append(chunk.data(), static_cast<std::size_t>(got));
    if (bytes.size() > most)
      return fail_input(std::string(name) + " holds more than " + std::to_string(most >> 20) +
                        " MiB, which is as much as is read; give it in parts");
  }
}

Result<std::string> read_file(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const int why = errno;
  if (!fd)
    return fail_input("cannot open " + path + ": " + errno_text(why) +
                      (why == ENOENT ? "; check its name" : "; check who may read it"));
  struct stat status{};
  if (::fstat(fd.get(), &status) == 0 && (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)))
    return fail_input(path + " is a device, not a file; name a file");
  return read_all(fd.get(), path);
}

std::string read_line_or_empty(const std::string& path) {
  const auto bytes = read_file(path);
  return bytes ? std::string(trimmed(*bytes)) : std::string();
}

Result<void> write_all(int fd, std::string_view bytes, std::string_view name) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0)
      return fail_unavailable("cannot write " + std::string(name) + ": " + errno_text(errno));
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Result<void> overwrite_file(const std::string& path, std::string_view bytes) {
  const Fd fd(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (!fd) return fail_unavailable("cannot write " + path + ": " + errno_text(errno));
  return write_all(fd.get(), bytes, path);
}

}  // namespace kab
