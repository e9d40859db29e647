// pipe: messages through a pipe. Up to a page a write is atomic, so it is one write and one read.
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/transfer.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

Result<Instance> make_pipe(const ParamValues& params, std::span<const int> pin) {
  std::array<int, 2> raw = {-1, -1};
  if (::pipe2(raw.data(), O_CLOEXEC) != 0) return fail_unavailable("pipe: " + errno_text(errno));
  return one_to_one(Ends{.writer = Fd(raw[1]), .reader = Fd(raw[0])}, params.number("size"),
                    Framing::kBytes, pin);
}

}  // namespace

Workload describe_pipe() {
  return {
      .name = "pipe",
      .summary = "a byte stream between two processes over a pipe",
      .operation = "one message written and read",
      .params = message_params(4096),
      .roles = {"writer", "reader"},
      .calls = &write_and_read,
      .bytes_per_operation = &message_size,
      .copies = &copies_of_pipe,
      .batch = &messages_of_batch,
      .make = &make_pipe,
  };
}

}  // namespace kab::workloads
