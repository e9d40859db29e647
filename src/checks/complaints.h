// What a check found wrong: all of it counted, the first few in words. Several threads may add.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace kab::checks {

class Complaints {
 public:
  void add(std::string line);

  bool none() const;

  /// The first lines, and how many more there were.
  std::vector<std::string> lines() const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> first_;
  std::uint64_t count_ = 0;
};

}  // namespace kab::checks
