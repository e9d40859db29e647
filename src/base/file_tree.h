// Trees of small files, the same each time: something for programs and workloads to walk over.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace kab {

/// The root is the first level; every folder above the last level holds `folders` more, and every
/// folder holds `files`.
struct TreeShape {
  std::size_t levels = 4;
  std::size_t folders = 3;
  std::size_t files = 25;
  std::size_t file_bytes = 64;
};

/// With the root itself; 40 of the default shape.
std::size_t folders_in(const TreeShape& shape);

/// 1,000 of the default shape.
std::size_t files_in(const TreeShape& shape);

/// "folder-07" and "file-0007": names of one length each.
std::string folder_name(std::size_t index);
std::string file_name(std::size_t index);

/// Makes the tree in the existing, empty folder `root`. Contents are letters that depend on the
/// place in the tree alone, and files were last changed in 2001: programs that remember times, as
/// git does, must not take them for fresh. kUnavailable names the path and the reason; what is
/// there then stays.
Result<void> make_tree(const std::string& root, const TreeShape& shape);

/// Removes `root` and all that is in it; one that is not there is no error.
Result<void> remove_tree(const std::string& root);

/// Makes a new folder of this user alone in $TMPDIR, or /tmp; its name has always the same length.
Result<std::string> make_temporary_folder();

/// The length of what make_temporary_folder() returns.
std::size_t temporary_folder_length();

}  // namespace kab
