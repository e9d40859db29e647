// unix-dgram-pingpong: a datagram there and one back over an AF_UNIX connection.
#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/pingpong.h"

namespace kab::workloads {

Workload describe_unix_dgram_pingpong() {
  return round_trips_over({.name = "unix-dgram-pingpong",
                           .summary = "round trips between two processes by AF_UNIX datagrams",
                           .type = SOCK_DGRAM,
                           .copies = [](const ParamValues& params) {
                             return both_ways(copies_of_unix_datagram(params));
                           }});
}

}  // namespace kab::workloads
