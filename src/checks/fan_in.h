// Several senders to one receiver that is now slow, now fast, so that its queue runs full and dry:
// each sender waits for room in its own way, and everything that it sends must arrive.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "checks/complaints.h"
#include "checks/sockets.h"

namespace kab::checks {

enum class Shape {
  kDatagrams,  // each sender's own socket, connected to one receiver: waits for its queue
  kOneEnd,     // all senders on one end of a SOCK_SEQPACKET pair: waits for its own buffer
};

struct FanIn {
  Shape shape = Shape::kDatagrams;
  std::uint32_t senders = 6;     // they block, poll and wait for epoll's edge, in turn
  std::uint64_t messages = 200;  // of each sender
  std::uint64_t seed = 1;
  std::int64_t patience_ns = 0;
};

struct FanInCounts {
  std::uint64_t received = 0;
  std::uint64_t waits = 0;     // a send would have blocked, and its sender waited to be told
  std::uint64_t told = 0;      // poll or epoll said that the socket is writable
  std::uint64_t spurious = 0;  // of these: the next send would have blocked all the same

  void add(const FanInCounts& other);
};

/// What went wrong.
struct FanInFaults {
  Complaints wakeups;  // that never came
  Complaints order;    // messages that did not arrive as they were sent
};

/// kUnavailable where sockets or threads are lacking.
Result<FanInCounts> fan_in(const SocketCalls& calls, const FanIn& how, FanInFaults& faults);

}  // namespace kab::checks
