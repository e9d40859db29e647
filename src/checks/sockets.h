// The calls on AF_UNIX sockets that the socket checks make, as a table that tests can change, and
// sockets to make them on. All calls return what the kernel does: -errno for an error.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include <sys/socket.h>
#include <sys/un.h>

#include "base/fd.h"
#include "base/result.h"

namespace kab::checks {

struct Address {
  sockaddr_un name = {};
  socklen_t length = 0;
};

/// Called from several threads.
struct SocketCalls {
  std::function<ssize_t(int fd, std::span<const char> bytes, int flags)> send = {};
  std::function<ssize_t(int fd, std::span<char> bytes, int flags)> receive = {};
  /// poll(2) of one descriptor: what happened, 0 after the time-out.
  std::function<int(int fd, short events, int timeout_ms)> poll = {};
  /// epoll_wait(2) for one event: what happened, 0 after the time-out.
  std::function<int(int epoll, int timeout_ms)> wait = {};
  std::function<int(int fd, const Address& address)> connect = {};
};

/// The running kernel's, interrupted calls made again.
SocketCalls kernel_sockets();

/// A socket with a name that the kernel has chosen: it is in no file system and goes with it.
struct Bound {
  Fd fd;
  Address address = {};
};

struct SocketPair {
  Fd one;
  Fd other;
};

/// `type`: SOCK_DGRAM, ... kUnavailable where the machine has no more of them, naming the call.
Result<Fd> unix_socket(int type);
Result<Bound> bound_socket(int type);
Result<SocketPair> socket_pair(int type);
Result<Fd> new_epoll();

/// Adds `fd` to `epoll`; `events` as in epoll_ctl(2).
Result<void> watch(const Fd& epoll, int fd, std::uint32_t events);

/// A blocking send gives up after this long, with EAGAIN.
Result<void> limit_sends(const Fd& fd, std::int64_t time_ns);

/// The time-out of poll(2) for a time in ns, at least 1 ms.
int timeout_ms(std::int64_t time_ns);

}  // namespace kab::checks
