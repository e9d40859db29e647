// pipe-pingpong: a message there through one pipe and one back through another.
#include "workloads/ipc/message_copies.h"
#include "workloads/ipc/pingpong.h"

namespace kab::workloads {

Workload describe_pipe_pingpong() {
  return {
      .name = "pipe-pingpong",
      .summary = "round trips between two processes over two pipes",
      .operation = "one message there and one back",
      .params = round_trip_params(4096),
      .roles = {"caller", "partner"},
      .calls = &round_trip_calls,
      .bytes_per_operation = &round_trip_bytes,
      .copies = [](const ParamValues& params) { return both_ways(copies_of_pipe(params)); },
      .batch = &messages_of_batch,
      .make = [](const ParamValues& params, std::span<const int> pin) -> Result<Instance> {
        KAB_TRY(Sides sides, two_pipes());
        return ping_pong(std::move(sides),
                         std::vector<char>(static_cast<std::size_t>(params.number("size"))), params,
                         pin);
      },
  };
}

}  // namespace kab::workloads
