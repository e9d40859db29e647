// lstat: looks a path up without following its last link; else as stat.
#include <sys/stat.h>

#include "base/text.h"
#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/path_lookup.h"
#include "workloads/usercopy/status.h"

namespace kab::workloads {
namespace {

Result<Instance> make_lstat(const ParamValues& params, std::span<const int>) {
  KAB_TRY(LookedUp looked, looked_up(params));
  struct stat answer;
  if (::lstat(looked.path.c_str(), &answer) != 0)
    return fail_input("lstat: path=" + in_quotes(looked.path) + ": " + errno_text(errno));
  const std::string what = "lstat(" + in_quotes(looked.path) + ")";
  return call_loop(what, [looked = std::move(looked), answer]() mutable {
    return ::lstat(looked.path.c_str(), &answer) == 0;
  });
}

}  // namespace

Workload describe_lstat() {
  return {
      .name = "lstat",
      .summary = "lstat() of a symbolic link: the path name's copy is checked by hardening",
      .operation = "one lstat() of `path`",
      .params = path_params("/proc/self"),
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = kStatCall, .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        return {path_copy(params), stat_copy()};
      },
      .make = &make_lstat,
  };
}

}  // namespace kab::workloads
