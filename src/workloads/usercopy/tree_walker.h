// Walks over a tree of folders entry by entry, round after round, as find and ls -lR do.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/fd.h"

namespace kab::workloads {

class TreeWalker {
 public:
  explicit TreeWalker(std::string root) : root_(std::move(root)) {}

  enum class Visit {
    kFile,    // or another entry that is no folder, or one that is gone
    kFolder,  // and it is the next to be read
    kLocked,  // a folder that may not be opened
    kFailed,  // the root cannot be opened, or a folder not be read: errno says why
  };

  /// Asks for the status of the next entry, and opens it if it is a folder. The root is the first;
  /// it comes again after the last one. One newfstatat() (statx() on i386) an entry, one openat()
  /// and one close() a folder, and getdents64() until it is empty.
  Visit visit();

 private:
  /// An open folder, and what has been read of it.
  struct Folder {
    Fd fd;
    std::vector<char> entries;
    std::size_t filled = 0;
    std::size_t at = 0;
  };

  enum class Read { kName, kEnd, kFailed };

  Visit visit_name(int folder, const char* name);
  static Read next_name(Folder& folder, const char*& name);
  Visit enter(int folder, const char* name);

  std::string root_;
  // Those that were left stay for the next time, so that later rounds allocate nothing.
  std::vector<std::unique_ptr<Folder>> folders_;
  std::size_t depth_ = 0;  // how many of them are open
};

}  // namespace kab::workloads
