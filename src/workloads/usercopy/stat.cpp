// stat: looks a path up and fills a struct stat. Of its two copies between user and kernel memory,
// the path name's is one that hardened usercopy checks; the result's has a constant size, and
// isn't.
#include <cerrno>
#include <string>

#include <sys/stat.h>

#include "base/text.h"
#include "workloads/repeat.h"
#include "workloads/workload.h"

namespace kab::workloads {
namespace {

/// Where time_t is 32 bits wide, the C library asks by statx() and converts.
constexpr std::string_view kCall = sizeof(long) == 8 ? "newfstatat" : "statx";

Result<Instance> make_stat(const ParamValues& params, std::span<const int>) {
  struct stat found;
  const std::string path = params.text("path");
  if (::stat(path.c_str(), &found) != 0)
    return fail_input("stat: path=" + in_quotes(path) + ": " + errno_text(errno));
  Instance instance;
  instance.run = [path](std::uint64_t n) -> Result<void> {
    struct stat answer;
    const char* const name = path.c_str();
    if (repeat(n, [&answer, name] { return ::stat(name, &answer) == 0; })) return {};
    return fail_unavailable("stat(" + in_quotes(path) + "): " + errno_text(errno));
  };
  return instance;
}

}  // namespace

Workload describe_stat() {
  return {
      .name = "stat",
      .summary = "stat() by path: a lookup and small copies, the path name's checked by hardening",
      .operation = "one stat() of `path`",
      .params = {{.name = "path", .default_value = "/", .meaning = "what to look up"}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = kCall, .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .make = &make_stat,
  };
}

}  // namespace kab::workloads
