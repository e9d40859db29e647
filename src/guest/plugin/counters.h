// One number for each address of code that was translated, at a place that never moves: translated
// code adds to it directly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kab::guest {

class Counters {
 public:
  /// The number of `address`; the same for every call.
  std::uint64_t* at(std::uint64_t address);

  /// All of them 0. A pass over memory in a row: 3 MB with what a kernel's boot translates.
  void clear();

  /// Those that are not 0, by rising address.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counted() const;

 private:
  static constexpr std::size_t kChunk = 32768;
  using Chunk = std::array<std::uint64_t, kChunk>;
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::vector<std::uint64_t> addresses_;  // by slot
  std::unordered_map<std::uint64_t, std::size_t> slots_;
};

}  // namespace kab::guest
