// msgsnd: a message of System V through a queue and back. Its text goes into slab objects and out
// of them by checked copies: copy_from_user() of load_msg(), copy_to_user() of store_msg().
#include <vector>

#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/reaper.h"
#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

/// What fits into the page that holds struct msg_msg (DATALEN_MSG); the rest, into one more.
constexpr std::uint64_t kInFirst = 4096 - 48;

struct Queue {
  int id;
  Reaper reaper;
};

/// No descriptor goes with the queue, so that it would outlive a process that is killed.
Result<Queue> make_queue() {
  const int id = ::msgget(IPC_PRIVATE, IPC_CREAT | 0600);
  if (id < 0) return fail_unavailable("msgget: " + errno_text(errno));
  auto reaper = Reaper::start([id] { ::msgctl(id, IPC_RMID, nullptr); });
  if (!reaper) {
    ::msgctl(id, IPC_RMID, nullptr);
    return std::unexpected(std::move(reaper).error());
  }
  return Queue{.id = id, .reaper = std::move(*reaper)};
}

// By number: the C library of i386 asks for all of System V through one call, ipc.
Result<Instance> make_msgsnd(const ParamValues& params, std::span<const int>) {
  const auto size = static_cast<std::size_t>(params.number("size"));
  std::vector<long> message(1 + (size + sizeof(long) - 1) / sizeof(long), 1);
  KAB_TRY(Queue queue, make_queue());
  return tried_call_loop("msgsnd and msgrcv", [queue = std::move(queue),
                                               message = std::move(message), size]() mutable {
    return ::syscall(SYS_msgsnd, queue.id, message.data(), size, IPC_NOWAIT) == 0 &&
           ::syscall(SYS_msgrcv, queue.id, message.data(), size, 0L, IPC_NOWAIT) >= 0;
  });
}

}  // namespace

Workload describe_msgsnd() {
  return {
      .name = "msgsnd",
      .summary = "a System V message sent and received: its text copied twice, checked",
      .operation = "one msgsnd() and one msgrcv() of `size` bytes",
      .params = {{.name = "size",
                  .default_value = "64",
                  .meaning = "bytes of a message",
                  .range = Range{.min = 1, .max = 4096}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "msgsnd", .per_operation = 1}, {.name = "msgrcv", .per_operation = 1}};
      },
      .bytes_per_operation =
          [](const ParamValues& params) { return static_cast<double>(params.number("size")); },
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        const std::uint64_t size = params.number("size");
        const double parts = size <= kInFirst ? 1 : 2;
        const double bytes = static_cast<double>(size) / parts;
        return {checked_copy("text in", bytes, parts), checked_copy("text out", bytes, parts),
                constant_copy("type", sizeof(long), 2)};
      },
      .make = &make_msgsnd,
  };
}

}  // namespace kab::workloads
