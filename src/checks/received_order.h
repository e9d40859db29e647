// The messages of several senders as they arrive: which are missing, doubled, late or altered.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "checks/complaints.h"

namespace kab::checks {

/// A message of one sender: who sent it, its place among that sender's, and as many bytes more as
/// its place says, each of which can be told.
class Message {
 public:
  static constexpr std::size_t kLongest = 256;

  Message(std::uint32_t sender, std::uint64_t place);
  std::span<const char> bytes() const { return bytes_; }

 private:
  std::vector<char> bytes_;
};

class ReceivedOrder {
 public:
  /// Faults go to `complaints`, which outlives this.
  ReceivedOrder(std::size_t senders, Complaints& complaints);

  void arrived(std::span<const char> bytes);

  /// Different messages that have arrived.
  std::uint64_t distinct() const { return distinct_; }

  /// Nothing more will come, and every sender has sent `each`: what has not arrived is lost.
  void end(std::uint64_t each);

 private:
  struct Sender {
    std::uint64_t next = 0;
    std::set<std::uint64_t> missing = {};  // before `next`
  };

  void place(std::uint32_t sender, std::uint64_t at);

  std::vector<Sender> senders_;
  Complaints* complaints_;
  std::uint64_t distinct_ = 0;
};

}  // namespace kab::checks
