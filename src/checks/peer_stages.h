// The life cycle in which a waiter of an AF_UNIX datagram socket can be left on the wait queue of a
// peer that no longer exists, one step after the other: the peer's queue is full, so that whoever
// waits for the client stands in the *peer's* queue; the connection dissolves; the peer is freed;
// the waiter is taken off. (Use after free in Linux up to 4.3: CVE-2013-7446.)
#pragma once

#include <cstdint>

#include "base/random.h"
#include "base/result.h"
#include "checks/complaints.h"
#include "checks/sockets.h"

namespace kab::checks {

/// How the client's connection to its peer dissolves. Closing the peer alone does not do it: the
/// client keeps it in memory.
enum class Parting {
  kConnectsElsewhere,
  kFindsItDead,   // the peer is closed, and the next send fails
  kDisconnects,   // connects to AF_UNSPEC
  kShutDown,      // the peer takes no more, the next send fails, and the peer is closed
  kClientCloses,  // while epoll still holds it
};

/// One life with epoll as the waiter. Complains when the waiter is not told, when a send on a dead
/// connection does not fail, and when the peer's name cannot be used again.
Result<void> part_under_epoll(const SocketCalls& calls, Parting parting, Random& random,
                              std::int64_t patience_ns, Complaints& complaints);

enum class Sleeper { kInSend, kInPoll };

/// One life with a thread that sleeps until the peer has room, while the peer is closed. Complains
/// when it goes on sleeping.
Result<void> close_under_sleeper(const SocketCalls& calls, Sleeper sleeper, Random& random,
                                 std::int64_t patience_ns, Complaints& complaints);

}  // namespace kab::checks
