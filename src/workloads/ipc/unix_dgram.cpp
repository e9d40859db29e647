// unix-dgram: datagrams through one AF_UNIX connection. In a pair both ends are each other's peer,
// so that only the sender's buffer is a limit; with a bound reader the length of its queue is one,
// too; see unix-dgram-fanin.
#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/transfer.h"

namespace kab::workloads {

Workload describe_unix_dgram() {
  return transfer_over({.name = "unix-dgram",
                        .summary = "datagrams from one process to one other over AF_UNIX",
                        .type = SOCK_DGRAM,
                        .copies = &copies_of_unix_datagram});
}

}  // namespace kab::workloads
