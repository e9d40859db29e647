// A peer of AF_UNIX datagram sockets may go away in any way and at any time: who waits for it is
// woken, and the kernel touches nothing that it has freed.
#pragma once

#include "checks/check.h"
#include "checks/kernel_watch.h"
#include "checks/sockets.h"

namespace kab::checks {

Finding check_unix_peer_lifecycle(const SocketCalls& calls, KernelWatch& kernel,
                                  const Conditions& conditions);

}  // namespace kab::checks
