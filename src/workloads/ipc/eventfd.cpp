// eventfd: two processes that take turns in waking each other by eventfd(2), a counter of 8 bytes
// and nothing else: a wake-up without a message.
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/eventfd.h>

#include "workloads/ipc/pingpong.h"

namespace kab::workloads {
namespace {

/// The counter goes up by one, and a read takes what it holds: the same 8 bytes come back.
std::vector<char> one() {
  const std::uint64_t increment = 1;
  std::vector<char> bytes(sizeof increment);
  std::memcpy(bytes.data(), &increment, sizeof increment);
  return bytes;
}

Result<Fd> counter() {
  Fd fd(::eventfd(0, EFD_CLOEXEC));
  if (!fd) return fail_unavailable("eventfd: " + errno_text(errno));
  return fd;
}

/// A second descriptor of the same counter, for the other process.
Result<Fd> again(const Fd& fd) {
  Fd second(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
  if (!second) return fail_unavailable("fcntl(F_DUPFD_CLOEXEC): " + errno_text(errno));
  return second;
}

Result<Instance> make_eventfd(const ParamValues& params, std::span<const int> pin) {
  Sides sides;
  KAB_TRY(sides.caller.fd, counter());
  KAB_TRY(sides.partner.fd, counter());
  KAB_TRY(sides.caller.only_for_writing, again(sides.partner.fd));
  KAB_TRY(sides.partner.only_for_writing, again(sides.caller.fd));
  return ping_pong(std::move(sides), one(), params, pin);
}

}  // namespace

Workload describe_eventfd() {
  return {
      .name = "eventfd",
      .summary = "two processes that wake each other up by eventfd",
      .operation = "one wake-up there and one back",
      .params = {latency_param()},
      .roles = {"caller", "partner"},
      .calls = &round_trip_calls,
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        return {
            {.what = "increment", .bytes = 8, .per_operation = 2, .check = CopyCheck::kConstant},
            {.what = "counter", .bytes = 8, .per_operation = 2, .check = CopyCheck::kConstant}};
      },
      .make = &make_eventfd,
  };
}

}  // namespace kab::workloads
