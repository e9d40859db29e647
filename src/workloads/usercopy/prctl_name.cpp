// prctl-name: gives the process the name it has, and asks for it. The name comes in by
// strncpy_from_user(), a checked copy onto the stack, and goes out with its constant size.
#include <array>

#include <sys/prctl.h>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

constexpr std::size_t kNameBytes = 16;  // TASK_COMM_LEN

Result<Instance> make_prctl_name(const ParamValues&, std::span<const int>) {
  std::array<char, kNameBytes> name = {};
  if (::prctl(PR_GET_NAME, name.data()) != 0)
    return fail_unavailable("prctl(PR_GET_NAME): " + errno_text(errno));
  return call_loop("prctl(PR_SET_NAME)", [name]() mutable {
    return ::prctl(PR_SET_NAME, name.data()) == 0 && ::prctl(PR_GET_NAME, name.data()) == 0;
  });
}

}  // namespace

Workload describe_prctl_name() {
  return {
      .name = "prctl-name",
      .summary = "prctl() that sets and gets the process's name: one checked copy of two",
      .operation = "one prctl(PR_SET_NAME) and one prctl(PR_GET_NAME)",
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "prctl", .per_operation = 2}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        return {checked_copy("name in", kNameBytes), constant_copy("name out", kNameBytes)};
      },
      .make = &make_prctl_name,
  };
}

}  // namespace kab::workloads
