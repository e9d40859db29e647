// Files of a guest in a folder of this machine, where what reads /proc and /sys can read them. They
// go away with their object.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace kab::guest {

class LaidOut {
 public:
  /// An empty folder of this user alone.
  static Result<LaidOut> make();

  LaidOut(LaidOut&& other) noexcept : root_(std::exchange(other.root_, {})) {}
  LaidOut& operator=(LaidOut&&) = delete;
  ~LaidOut();

  /// The file `path` of the guest. `path` must be one of kab's own: what a guest says is no path.
  void put(const std::string& path, std::string_view content) const;

  /// A folder of files, "name: line" for each.
  void put_folder(const std::string& path, std::string_view lines) const;

  /// Without a slash at its end.
  const std::string& root() const { return root_; }

 private:
  explicit LaidOut(std::string root) : root_(std::move(root)) {}
  std::string root_;
};

}  // namespace kab::guest
