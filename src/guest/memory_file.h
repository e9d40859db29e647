// A file that has no name and ends with its last descriptor: what a guest reads and writes leaves
// nothing behind, however kab ends.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace kab::guest {

class MemoryFile {
 public:
  /// An empty one of `bytes`; pages take memory once they are touched.
  static Result<MemoryFile> of_size(std::string_view name, std::size_t bytes);

  static Result<MemoryFile> with(std::string_view name, std::string_view content);

  int descriptor() const { return fd_.get(); }

  /// `bytes` of its content from `offset`, fewer where it ends before.
  Result<std::string> content(std::size_t offset, std::size_t bytes) const;

  /// All of it.
  Result<std::string> content() const;

 private:
  explicit MemoryFile(Fd fd) : fd_(std::move(fd)) {}
  Fd fd_;
};

/// What a child that keeps descriptor `fd` open calls that file.
std::string path_in_child(int fd);

}  // namespace kab::guest
