#include "workloads/usercopy/tree_walker.h"

#include <cerrno>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace kab::workloads {
namespace {

constexpr std::size_t kReadBytes = 32'768;  // as C libraries read folders

bool is_itself_or_parent(std::string_view name) { return name == "." || name == ".."; }

}  // namespace

TreeWalker::Visit TreeWalker::visit() {
  while (depth_ > 0) {
    Folder& folder = *folders_[depth_ - 1];
    const char* name = nullptr;
    switch (next_name(folder, name)) {
      case Read::kName:
        return visit_name(folder.fd.get(), name);
      case Read::kEnd:
        folder.fd.reset();
        --depth_;
        break;
      case Read::kFailed:
        return Visit::kFailed;
    }
  }
  const Visit root = visit_name(AT_FDCWD, root_.c_str());
  return root == Visit::kFolder ? root : Visit::kFailed;
}

TreeWalker::Visit TreeWalker::visit_name(int folder, const char* name) {
  struct stat status;
  // Others may remove what has just been read.
  if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return Visit::kFile;
  if (!S_ISDIR(status.st_mode)) return Visit::kFile;
  return enter(folder, name);
}

TreeWalker::Visit TreeWalker::enter(int folder, const char* name) {
  Fd fd(::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) return Visit::kLocked;
  if (depth_ == folders_.size()) {
    folders_.push_back(std::make_unique<Folder>());
    folders_.back()->entries.resize(kReadBytes);
  }
  Folder& entered = *folders_[depth_++];
  entered.fd = std::move(fd);
  entered.filled = 0;
  entered.at = 0;
  return Visit::kFolder;
}

TreeWalker::Read TreeWalker::next_name(Folder& folder, const char*& name) {
  for (;;) {
    if (folder.at == folder.filled) {
      const ssize_t got = ::getdents64(folder.fd.get(), folder.entries.data(), kReadBytes);
      if (got < 0) return Read::kFailed;
      if (got == 0) return Read::kEnd;
      folder.filled = static_cast<std::size_t>(got);
      folder.at = 0;
    }
    // The kernel aligns entries to eight bytes, and the buffer is aligned to more.
    const auto* const entry = reinterpret_cast<const dirent64*>(folder.entries.data() + folder.at);
    folder.at += entry->d_reclen;
    if (is_itself_or_parent(entry->d_name)) continue;
    name = entry->d_name;
    return Read::kName;
  }
}

}  // namespace kab::workloads
