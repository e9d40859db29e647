#include "guest/memory_file.h"

#include <cerrno>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"

namespace kab::guest {

Result<MemoryFile> MemoryFile::of_size(std::string_view name, std::size_t bytes) {
  Fd fd(::memfd_create(std::string(name).c_str(), MFD_CLOEXEC));
  if (!fd || ::ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0)
    return fail_unavailable("cannot make a memory file for " + std::string(name) + ": " +
                            errno_text(errno));
  return MemoryFile(std::move(fd));
}

Result<MemoryFile> MemoryFile::with(std::string_view name, std::string_view content) {
  KAB_TRY(MemoryFile file, of_size(name, 0));
  KAB_CHECK(write_all(file.descriptor(), content, name));
  return file;
}

Result<std::string> MemoryFile::content(std::size_t offset, std::size_t bytes) const {
  std::string text(bytes, '\0');
  std::size_t have = 0;
  while (have < bytes) {
    const ssize_t got =
        ::pread(fd_.get(), text.data() + have, bytes - have, static_cast<off_t>(offset + have));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_unavailable("cannot read a guest's memory: " + errno_text(errno));
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  text.resize(have);
  return text;
}

Result<std::string> MemoryFile::content() const {
  struct stat facts{};
  if (::fstat(fd_.get(), &facts) != 0)
    return fail_unavailable("cannot read a guest's file: " + errno_text(errno));
  return content(0, static_cast<std::size_t>(facts.st_size));
}

std::string path_in_child(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

}  // namespace kab::guest
