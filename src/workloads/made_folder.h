// A folder made for one instance of a workload, and removed with it or after its death.
#pragma once

#include <cstdint>
#include <string>

#include "base/file_tree.h"
#include "base/result.h"
#include "workloads/reaper.h"

namespace kab::workloads {

class MadeFolder {
 public:
  /// A new, empty folder of make_temporary_folder().
  static Result<MadeFolder> make();

  const std::string& path() const { return path_; }

 private:
  MadeFolder(std::string path, Reaper reaper)
      : path_(std::move(path)), reaper_(std::move(reaper)) {}

  std::string path_;
  Reaper reaper_;
};

}  // namespace kab::workloads
