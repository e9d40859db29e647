// getcwd: the working folder's path, out of a name page (a slab object) by a copy as long as the
// path: a checked one.
#include <array>

#include <fcntl.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/text.h"
#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

/// The process works in another folder while this lives.
class WorkingFolder {
 public:
  static Result<WorkingFolder> at(const std::string& path) {
    WorkingFolder folder;
    folder.before_ = Fd(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder.before_) return fail_unavailable("getcwd: open .: " + errno_text(errno));
    if (::chdir(path.c_str()) != 0)
      return fail_input("getcwd: path=" + in_quotes(path) + ": " + errno_text(errno));
    return folder;
  }

  WorkingFolder(WorkingFolder&&) noexcept = default;
  WorkingFolder& operator=(WorkingFolder&&) = delete;
  ~WorkingFolder() {
    if (before_) static_cast<void>(::fchdir(before_.get()));
  }

 private:
  WorkingFolder() = default;

  Fd before_;
};

Result<Instance> make_getcwd(const ParamValues& params, std::span<const int>) {
  KAB_TRY(WorkingFolder folder, WorkingFolder::at(params.text("path")));
  return tried_call_loop("getcwd",
                         [folder = std::move(folder), path = std::array<char, 4096>{}]() mutable {
                           return ::getcwd(path.data(), path.size()) != nullptr;
                         });
}

}  // namespace

Workload describe_getcwd() {
  return {
      .name = "getcwd",
      .summary = "getcwd(): a checked copy as long as the path of the working folder",
      .operation = "one getcwd() in `path`",
      .params = {{.name = "path", .default_value = "/", .meaning = "the folder to work in"}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "getcwd", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      // Of a path through symbolic links, the kernel's own name for the folder may be longer.
      .copies = [](const ParamValues& params) -> std::vector<UserCopy> {
        return {checked_copy("path", static_cast<double>(params.text("path").size() + 1))};
      },
      .make = &make_getcwd,
  };
}

}  // namespace kab::workloads
