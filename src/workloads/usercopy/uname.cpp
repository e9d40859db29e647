// uname: 390 bytes out, by a copy of a constant size (newuname(), from its stack): a larger copy
// that hardening leaves alone.
#include <sys/utsname.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {

Workload describe_uname() {
  return {
      .name = "uname",
      .summary = "uname(): 390 bytes in one copy of a constant size, never checked",
      .operation = "one uname()",
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "uname", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        return {constant_copy("struct utsname", sizeof(utsname))};
      },
      .make = [](const ParamValues&, std::span<const int>) -> Result<Instance> {
        return call_loop("uname", [names = utsname{}]() mutable { return ::uname(&names) == 0; });
      },
  };
}

}  // namespace kab::workloads
