// getdents64: a folder read from its start to its end. filldir64() hands out each entry field by
// field with unsafe_put_user(), and its name by unsafe_copy_dirent_name(): many small copies, none
// of them checked.
#include <array>

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fd.h"
#include "workloads/made_folder.h"
#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

/// All entries fit into it, so that an operation is one call that has them and one that has none.
using Buffer = std::array<char, 32'768>;
constexpr std::uint64_t kMostEntries = 500;

Result<Instance> make_getdents64(const ParamValues& params, std::span<const int>) {
  KAB_TRY(MadeFolder folder, MadeFolder::make());
  const auto entries = static_cast<std::size_t>(params.number("entries"));
  KAB_CHECK(make_tree(folder.path(), {.levels = 1, .folders = 0, .files = entries}));
  Fd fd(::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) return fail_unavailable("getdents64: open: " + errno_text(errno));
  return tried_call_loop(
      "getdents64", [folder = std::move(folder), fd = std::move(fd), buffer = Buffer{}]() mutable {
        return ::syscall(SYS_lseek, fd.get(), 0, SEEK_SET) == 0 &&
               ::getdents64(fd.get(), buffer.data(), buffer.size()) > 0 &&
               ::getdents64(fd.get(), buffer.data(), buffer.size()) == 0;
      });
}

/// With "." and "..".
std::vector<UserCopy> copies_of(std::uint64_t entries) {
  const auto names = static_cast<double>(entries);
  const double all = names + 2;
  return {unchecked_copy("d_ino and d_off", 8, 2 * all), unchecked_copy("d_reclen", 2, all),
          unchecked_copy("d_type", 1, all),
          unchecked_copy("name", static_cast<double>(file_name(0).size() + 1), names),
          unchecked_copy("name of a folder", 2.5, 2)};
}

}  // namespace

Workload describe_getdents64() {
  return {
      .name = "getdents64",
      .summary = "reads a folder: five small copies an entry, none of them checked",
      .operation = "one folder of `entries` files from start to end",
      .params = {{.name = "entries",
                  .default_value = "100",
                  .meaning = "files in the folder",
                  .range = Range{.min = 1, .max = kMostEntries}}},
      .calls = [](const ParamValues&) -> std::vector<ExpectedCall> {
        return {{.name = "getdents64", .per_operation = 2}, {.name = "lseek", .per_operation = 1}};
      },
      .bytes_per_operation = &no_bytes,
      .copies = [](const ParamValues& params) { return copies_of(params.number("entries")); },
      .make = &make_getdents64,
  };
}

}  // namespace kab::workloads
