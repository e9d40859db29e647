// process-vm-readv: reads pieces of a process's memory, here its own. Two arrays come in; the bytes
// go from pages by copy_page_to_iter(), which is no checked copy.
#include <sys/uio.h>
#include <unistd.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"
#include "workloads/usercopy/pieces.h"

namespace kab::workloads {
namespace {

Result<Instance> make_process_vm_readv(const ParamValues& params, std::span<const int>) {
  Pieces from(params.number("pieces"), params.number("size"));
  Pieces to(params.number("pieces"), params.number("size"));
  const pid_t self = ::getpid();
  return tried_call_loop(
      "process_vm_readv", [from = std::move(from), to = std::move(to), self]() mutable {
        return ::process_vm_readv(self, to.data(), to.count(), from.data(), from.count(), 0) > 0;
      });
}

}  // namespace

Workload describe_process_vm_readv() {
  return {
      .name = "process-vm-readv",
      .summary = "process_vm_readv() of own memory: two arrays in, bytes from pages",
      .operation = "one process_vm_readv() of `pieces` pieces of `size` bytes",
      .params = {pieces_param(),
                 {.name = "size",
                  .default_value = "64",
                  .meaning = "bytes of a piece",
                  .range = Range{.min = 1, .max = 4096}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "process_vm_readv", .per_operation = 1}};
      },
      .bytes_per_operation =
          [](const ParamValues& params) {
            return static_cast<double>(params.number("pieces") * params.number("size"));
          },
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        const std::uint64_t pieces = params.number("pieces");
        return {iovec_copy(2 * pieces),
                page_copy("bytes", static_cast<double>(params.number("size")),
                          static_cast<double>(pieces))};
      },
      .make = &make_process_vm_readv,
  };
}

}  // namespace kab::workloads
