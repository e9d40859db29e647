// sigaction: one small structure in and one out, both of constant sizes.
#include <csignal>

#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

/// The kernel's own structure, smaller than the C library's: handler, flags, restorer, mask.
constexpr double kBytes = 3 * sizeof(long) + 8;

Result<Instance> make_sigaction(const ParamValues&, std::span<const int>) {
  // What SIGURG does here is set to what it does already.
  struct sigaction now = {};
  if (::sigaction(SIGURG, nullptr, &now) != 0)
    return fail_unavailable("sigaction: " + errno_text(errno));
  return call_loop("sigaction", [now, before = now]() mutable {
    return ::sigaction(SIGURG, &now, &before) == 0;
  });
}

}  // namespace

Workload describe_sigaction() {
  return {
      .name = "sigaction",
      .summary = "sigaction(): a structure in and one out, of constant sizes, never checked",
      .operation = "one sigaction() that sets and gets",
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "rt_sigaction", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues&) -> std::vector<UserCopy> {
        return {constant_copy("struct sigaction", kBytes, 2)};
      },
      .make = &make_sigaction,
  };
}

}  // namespace kab::workloads
