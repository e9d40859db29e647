// unix-stream: a stream of equal messages through one AF_UNIX connection. A message stays under
// the 32 KiB that the kernel takes in one piece, so that it is one write and one read.
#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/transfer.h"

namespace kab::workloads {

Workload describe_unix_stream() {
  return transfer_over({.name = "unix-stream",
                        .summary = "a byte stream between two processes over AF_UNIX",
                        .type = SOCK_STREAM,
                        .framing = Framing::kBytes,
                        .largest = 32'768,
                        .copies = &copies_of_unix_stream});
}

}  // namespace kab::workloads
