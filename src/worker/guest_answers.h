// The guest's end of the channel: records into memory that the kernel was told to leave alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "wire/guest_channel.h"

namespace kab::worker {

class GuestAnswers {
 public:
  /// Maps `bytes` of physical memory at `address`. kUnavailable names what the kernel lacks.
  static Result<GuestAnswers> open(std::uint64_t address, std::uint64_t bytes);

  /// The same on memory that is there already, for tests.
  GuestAnswers(unsigned char* memory, std::size_t bytes);

  /// Adds a record, cut short where the channel is full: the reader then misses its last bytes,
  /// and every record that would follow.
  void add(wire::GuestRecord record);

  /// All orders are answered.
  void finish();

 private:
  void set_number(std::size_t at, std::uint64_t number);

  unsigned char* memory_;
  std::size_t bytes_;
  std::size_t used_ = 0;
};

}  // namespace kab::worker
