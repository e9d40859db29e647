// unix-dgram: datagrams through one AF_UNIX socket pair. Where both ends are each other's peer the
// length of the receiver's queue is no limit, only the sender's buffer; see unix-dgram-fanin.
#include <sys/socket.h>

#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/transfer.h"
#include "workloads/workload.h"

namespace kab::workloads {

Workload describe_unix_dgram() {
  return {
      .name = "unix-dgram",
      .summary = "datagrams from one process to one other over AF_UNIX",
      .operation = "one message sent and received",
      .params = message_params(65'536),
      .roles = {"writer", "reader"},
      .calls = &write_and_read,
      .bytes_per_operation = &message_size,
      .copies = &copies_of_unix_datagram,
      .batch = &messages_of_batch,
      .make = [](const ParamValues& params, std::span<const int> pin) -> Result<Instance> {
        KAB_TRY(Ends ends, unix_pair(SOCK_DGRAM));
        return one_to_one(std::move(ends), params.number("size"), Framing::kMessages, pin);
      },
  };
}

}  // namespace kab::workloads
