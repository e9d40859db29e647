// statx: the larger relative of stat(), with the same two copies.
#include <fcntl.h>
#include <sys/stat.h>

#include "base/text.h"
#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/path_lookup.h"
#include "workloads/usercopy/status.h"

namespace kab::workloads {
namespace {

Result<Instance> make_statx(const ParamValues& params, std::span<const int>) {
  KAB_TRY(LookedUp looked, looked_up(params));
  struct statx answer;
  if (::statx(AT_FDCWD, looked.path.c_str(), 0, STATX_BASIC_STATS, &answer) != 0)
    return fail_input("statx: path=" + in_quotes(looked.path) + ": " + errno_text(errno));
  const std::string what = "statx(" + in_quotes(looked.path) + ")";
  return call_loop(what, [looked = std::move(looked), answer]() mutable {
    return ::statx(AT_FDCWD, looked.path.c_str(), 0, STATX_BASIC_STATS, &answer) == 0;
  });
}

}  // namespace

Workload describe_statx() {
  return {
      .name = "statx",
      .summary = "statx() by path: the path name's copy is checked by hardening",
      .operation = "one statx() of `path`",
      .params = path_params("/"),
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "statx", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        return {path_copy(params), statx_copy()};
      },
      .make = &make_statx,
  };
}

}  // namespace kab::workloads
