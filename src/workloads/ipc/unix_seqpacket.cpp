// unix-seqpacket: messages with borders, in order, through one AF_UNIX connection.
#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/transfer.h"

namespace kab::workloads {

Workload describe_unix_seqpacket() {
  return transfer_over({.name = "unix-seqpacket",
                        .summary = "ordered messages between two processes over AF_UNIX",
                        .type = SOCK_SEQPACKET,
                        .copies = &copies_of_unix_datagram});
}

}  // namespace kab::workloads
