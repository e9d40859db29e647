// stat: looks a path up and fills a struct stat. Of its two copies between user and kernel memory,
// the path name's is one that hardened usercopy checks; the result's has a constant size, and
// isn't.
#include <sys/stat.h>

#include "base/text.h"
#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/path_lookup.h"
#include "workloads/usercopy/status.h"

namespace kab::workloads {
namespace {

Result<Instance> make_stat(const ParamValues& params, std::span<const int>) {
  KAB_TRY(LookedUp looked, looked_up(params));
  struct stat answer;
  if (::stat(looked.path.c_str(), &answer) != 0)
    return fail_input("stat: path=" + in_quotes(looked.path) + ": " + errno_text(errno));
  const std::string what = "stat(" + in_quotes(looked.path) + ")";
  return call_loop(what, [looked = std::move(looked), answer]() mutable {
    return ::stat(looked.path.c_str(), &answer) == 0;
  });
}

}  // namespace

Workload describe_stat() {
  return {
      .name = "stat",
      .summary = "stat() by path: a lookup and small copies, the path name's checked by hardening",
      .operation = "one stat() of `path`",
      .params = path_params("/"),
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = kStatCall, .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        return {path_copy(params), stat_copy()};
      },
      .make = &make_stat,
  };
}

}  // namespace kab::workloads
