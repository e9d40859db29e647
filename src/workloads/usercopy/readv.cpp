// readv: reads several pieces in one call: what the array of pieces costs, and each piece.
#include "workloads/usercopy/vectored_calls.h"

namespace kab::workloads {

Workload describe_readv() {
  return {
      .name = "readv",
      .summary = "vectored reads: an array of pieces copied in, and each piece's bytes",
      .operation = "one readv() of `pieces` pieces of `size` bytes",
      .params = vectored_params(),
      .calls = [](const ParamValues& params) { return vectored_calls(Direction::kRead, params); },
      .bytes_per_operation = &vectored_bytes,
      .copies = [](const ParamValues& params) { return vectored_copies(Direction::kRead, params); },
      .make = [](const ParamValues& params,
                 std::span<const int>) { return make_vectored(Direction::kRead, params); },
  };
}

}  // namespace kab::workloads
