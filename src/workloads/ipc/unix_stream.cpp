// unix-stream: a stream of equal messages through one AF_UNIX socket pair. A message stays under
// the 32 KiB that the kernel takes in one piece, so that it is one write and one read.
#include <sys/socket.h>

#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/transfer.h"
#include "workloads/workload.h"

namespace kab::workloads {

Workload describe_unix_stream() {
  return {
      .name = "unix-stream",
      .summary = "a byte stream between two processes over AF_UNIX",
      .operation = "one message sent and received",
      .params = message_params(32'768),
      .roles = {"writer", "reader"},
      .calls = &write_and_read,
      .bytes_per_operation = &message_size,
      .copies = &copies_of_unix_stream,
      .batch = &messages_of_batch,
      .make = [](const ParamValues& params, std::span<const int> pin) -> Result<Instance> {
        KAB_TRY(Ends ends, unix_pair(SOCK_STREAM));
        return one_to_one(std::move(ends), params.number("size"), Framing::kBytes, pin);
      },
  };
}

}  // namespace kab::workloads
