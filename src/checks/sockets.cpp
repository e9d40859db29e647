#include "checks/sockets.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace kab::checks {
namespace {

std::unexpected<Error> failed(std::string_view call) {
  const int why = errno;
  return fail_unavailable(std::string(call) + ": " + errno_text(why) +
                          (why == EMFILE ? "; raise ulimit -n" : ""));
}

/// The value of a call, or -errno; made again while signals interrupt it.
template <class Call>
auto result_of(Call call) {
  for (;;) {
    const auto result = call();
    if (result >= 0) return result;
    if (errno != EINTR) return static_cast<decltype(result)>(-errno);
  }
}

ssize_t kernel_send(int fd, std::span<const char> bytes, int flags) {
  return result_of([&] { return ::send(fd, bytes.data(), bytes.size(), flags | MSG_NOSIGNAL); });
}

ssize_t kernel_receive(int fd, std::span<char> bytes, int flags) {
  return result_of([&] { return ::recv(fd, bytes.data(), bytes.size(), flags); });
}

int kernel_poll(int fd, short events, int timeout) {
  pollfd polled{.fd = fd, .events = events, .revents = 0};
  const int count = result_of([&] { return ::poll(&polled, 1, timeout); });
  return count <= 0 ? count : polled.revents;
}

int kernel_wait(int epoll, int timeout) {
  epoll_event event{};
  const int count = result_of([&] { return ::epoll_wait(epoll, &event, 1, timeout); });
  return count <= 0 ? count : static_cast<int>(event.events);
}

/// Not by the C library's name: ThreadSanitizer takes connecting a socket that another thread uses
/// for a fault of the program, and here it is what the kernel has to bear.
int kernel_connect(int fd, const Address& address) {
  return static_cast<int>(
      result_of([&] { return ::syscall(SYS_connect, fd, &address.name, address.length); }));
}

}  // namespace

SocketCalls kernel_sockets() {
  return {.send = kernel_send,
          .receive = kernel_receive,
          .poll = kernel_poll,
          .wait = kernel_wait,
          .connect = kernel_connect};
}

Result<Fd> unix_socket(int type) {
  Fd fd(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  if (!fd) return failed("socket(AF_UNIX)");
  return fd;
}

Result<Bound> bound_socket(int type) {
  Bound bound;
  KAB_TRY(bound.fd, unix_socket(type));
  bound.address.name.sun_family = AF_UNIX;
  bound.address.length = sizeof(bound.address.name);
  auto* const name = reinterpret_cast<sockaddr*>(&bound.address.name);
  if (::bind(bound.fd.get(), name, sizeof(sa_family_t)) != 0) return failed("bind(AF_UNIX)");
  if (::getsockname(bound.fd.get(), name, &bound.address.length) != 0) return failed("getsockname");
  return bound;
}

Result<SocketPair> socket_pair(int type) {
  std::array<int, 2> ends = {-1, -1};
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return failed("socketpair(AF_UNIX)");
  return SocketPair{.one = Fd(ends[0]), .other = Fd(ends[1])};
}

Result<Fd> new_epoll() {
  Fd epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) return failed("epoll_create1");
  return epoll;
}

Result<void> watch(const Fd& epoll, int fd, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  if (::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event) != 0) return failed("epoll_ctl");
  return {};
}

Result<void> limit_sends(const Fd& fd, std::int64_t time_ns) {
  timeval limit{};
  limit.tv_sec = static_cast<time_t>(time_ns / 1'000'000'000);
  limit.tv_usec = static_cast<suseconds_t>(time_ns % 1'000'000'000 / 1000);
  if (::setsockopt(fd.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) != 0)
    return failed("setsockopt(SO_SNDTIMEO)");
  return {};
}

int timeout_ms(std::int64_t time_ns) {
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp<std::int64_t>(time_ns / 1'000'000, 1, kMost));
}

}  // namespace kab::checks
