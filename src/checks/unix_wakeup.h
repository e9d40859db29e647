// Who waits for room on an AF_UNIX socket is woken when there is some, and what poll and epoll say
// of room is what send finds.
#pragma once

#include "checks/check.h"
#include "checks/sockets.h"

namespace kab::checks {

Finding check_unix_wakeup(const SocketCalls& calls, const Conditions& conditions);

}  // namespace kab::checks
