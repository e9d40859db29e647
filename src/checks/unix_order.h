// What several senders send to one AF_UNIX receiver arrives whole, once, and in each sender's
// order.
#pragma once

#include "checks/check.h"
#include "checks/sockets.h"

namespace kab::checks {

Finding check_unix_order(const SocketCalls& calls, const Conditions& conditions);

}  // namespace kab::checks
