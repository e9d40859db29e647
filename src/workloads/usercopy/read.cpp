// read: reads a few bytes, which costs a system call and, by target, a copy that is none of
// hardened usercopy's business.
#include "workloads/usercopy/transfer_calls.h"

namespace kab::workloads {

Workload describe_read() {
  return {
      .name = "read",
      .summary = "small reads of a device, a pipe or a file: copies that hardening does not check",
      .operation = "one read() of `size` bytes; a pipe takes a write() and a read()",
      .params = target_params(kTransferTargets),
      .calls = [](const ParamValues& params) { return transfer_calls(Direction::kRead, params); },
      .bytes_per_operation = &transfer_bytes,
      .copies = [](const ParamValues& params) { return transfer_copies(Direction::kRead, params); },
      .make = [](const ParamValues& params,
                 std::span<const int>) { return make_transfer(Direction::kRead, params); },
  };
}

}  // namespace kab::workloads
