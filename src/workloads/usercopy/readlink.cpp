// readlink: two checked copies of a few bytes: the path's name comes in, and readlink_copy() lets
// the link's text out by its own length.
#include <array>

#include <unistd.h>

#include "base/text.h"
#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

using Text = std::array<char, 4096>;

ssize_t read_link(const std::string& path, Text& text) {
  return ::readlink(path.c_str(), text.data(), text.size());
}

double length_of_link(const std::string& path) {
  Text text;
  const ssize_t length = read_link(path, text);
  return length > 0 ? static_cast<double>(length) : 0;
}

Result<Instance> make_readlink(const ParamValues& params, std::span<const int>) {
  const std::string& path = params.text("path");
  Text text;
  if (read_link(path, text) < 0)
    return fail_input("readlink: path=" + in_quotes(path) + ": " + errno_text(errno));
  return call_loop("readlink(" + in_quotes(path) + ")",
                   [path, text]() mutable { return read_link(path, text) > 0; });
}

}  // namespace

Workload describe_readlink() {
  return {
      .name = "readlink",
      .summary = "readlink(): a path in and a link's text out, both by checked copies",
      .operation = "one readlink() of `path`",
      .params = {{.name = "path", .default_value = "/proc/self", .meaning = "a symbolic link"}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "readlink", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        const std::string& path = params.text("path");
        return {checked_copy("path name", static_cast<double>(path.size() + 1)),
                checked_copy("link's text", length_of_link(path))};
      },
      .make = &make_readlink,
  };
}

}  // namespace kab::workloads
