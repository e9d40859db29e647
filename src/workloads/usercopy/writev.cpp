// writev: writes several pieces in one call: what the array of pieces costs, and each piece.
#include "workloads/usercopy/vectored_calls.h"

namespace kab::workloads {

Workload describe_writev() {
  return {
      .name = "writev",
      .summary = "vectored writes: an array of pieces copied in, and each piece's bytes",
      .operation = "one writev() of `pieces` pieces of `size` bytes",
      .params = vectored_params(),
      .calls = [](const ParamValues& params) { return vectored_calls(Direction::kWrite, params); },
      .bytes_per_operation = &vectored_bytes,
      .copies =
          [](const ParamValues& params) { return vectored_copies(Direction::kWrite, params); },
      .make = [](const ParamValues& params,
                 std::span<const int>) { return make_vectored(Direction::kWrite, params); },
  };
}

}  // namespace kab::workloads
