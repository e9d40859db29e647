// unix-stream-pingpong: a message there and one back over an AF_UNIX stream.
#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/pingpong.h"

namespace kab::workloads {

Workload describe_unix_stream_pingpong() {
  return round_trips_over({.name = "unix-stream-pingpong",
                           .summary = "round trips between two processes over an AF_UNIX stream",
                           .type = SOCK_STREAM,
                           .largest = 32'768,
                           .copies = [](const ParamValues& params) {
                             return both_ways(copies_of_unix_stream(params));
                           }});
}

}  // namespace kab::workloads
