// unix-seqpacket: messages with borders, in order, through one AF_UNIX socket pair.
#include <sys/socket.h>

#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/transfer.h"
#include "workloads/workload.h"

namespace kab::workloads {

Workload describe_unix_seqpacket() {
  return {
      .name = "unix-seqpacket",
      .summary = "ordered messages between two processes over AF_UNIX",
      .operation = "one message sent and received",
      .params = message_params(65'536),
      .roles = {"writer", "reader"},
      .calls = &write_and_read,
      .bytes_per_operation = &message_size,
      .copies = &copies_of_unix_datagram,
      .batch = &messages_of_batch,
      .make = [](const ParamValues& params, std::span<const int> pin) -> Result<Instance> {
        KAB_TRY(Ends ends, unix_pair(SOCK_SEQPACKET));
        return one_to_one(std::move(ends), params.number("size"), Framing::kMessages, pin);
      },
  };
}

}  // namespace kab::workloads
