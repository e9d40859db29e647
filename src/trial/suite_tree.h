// What the suite of commands walks over: a tree of small files, committed to a git repository.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"

namespace kab::trial {

/// A tree in a folder of its own, which goes when this object goes.
class SuiteTree {
 public:
  /// kUnavailable when it cannot be made or committed. Without git there is no repository.
  static Result<std::shared_ptr<const SuiteTree>> make();

  ~SuiteTree();
  SuiteTree(const SuiteTree&) = delete;
  SuiteTree& operator=(const SuiteTree&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit SuiteTree(std::string path) : path_(std::move(path)) {}
  Result<void> commit() const;

  std::string path_;
};

}  // namespace kab::trial
