// Peers that are closed, bound again and reconnected by several threads while others send to them,
// poll them and take from them: every order of the life cycle's steps, sooner or later.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "checks/check.h"
#include "checks/sockets.h"

namespace kab::checks {

struct ChurnCounts {
  std::uint64_t peers_replaced = 0;
  std::uint64_t reconnections = 0;
  std::uint64_t sends = 0;  // tried
  std::uint64_t polls = 0;

  void add(const ChurnCounts& other);
};

/// Until `conditions` say that it is enough; each thread counts its own rounds. Returns when all
/// threads have ended, each of whose calls has a time-out.
Result<ChurnCounts> churn_peers(const SocketCalls& calls, const Conditions& conditions);

}  // namespace kab::checks
