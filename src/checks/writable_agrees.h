// poll and epoll against send, one call after the other with nobody else on the sockets: what they
// say of room must be what send finds.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "checks/complaints.h"
#include "checks/sockets.h"

namespace kab::checks {

enum class Peers {
  kPair,      // connected to each other: the sender's own buffer is what fills up
  kOneSided,  // the receiver is not connected back: its queue fills up
};

struct WritableCounts {
  std::uint64_t sends = 0;
  std::uint64_t held_back = 0;  // would not have blocked, though poll did not say writable
};

/// Fills the receiver's queue, takes some messages or all, and so on `turns` times. What the kernel
/// promises: after "writable" a send does not block; when a send would block, neither poll nor
/// epoll says writable; once all is taken, both do. That it says so as soon as there is *some* room
/// is no promise: that is counted as held back.
Result<WritableCounts> writable_agrees(const SocketCalls& calls, Peers peers, std::uint64_t turns,
                                       std::uint64_t seed, Complaints& complaints);

}  // namespace kab::checks
