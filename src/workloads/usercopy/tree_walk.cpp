// tree-walk: what `find` and `git status` do all day: every entry of a tree is looked up by name
// and asked for its status, every folder opened and read.
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/text.h"
#include "workloads/made_folder.h"
#include "workloads/usercopy/call_loop.h"
#include "workloads/usercopy/status.h"
#include "workloads/usercopy/tree_walker.h"

namespace kab::workloads {
namespace {

constexpr std::string_view kMade = "made";

bool is_made(const ParamValues& params) { return params.text("path") == kMade; }

TreeShape shape_of(const ParamValues& params) {
  return {.levels = static_cast<std::size_t>(params.number("levels")),
          .folders = static_cast<std::size_t>(params.number("folders")),
          .files = static_cast<std::size_t>(params.number("files"))};
}

/// What a walk meets: entries below the root, and the bytes of their names.
struct Met {
  double files = 0;
  double folders = 0;
  double file_bytes = 0;
  double folder_bytes = 0;
  double root_bytes = 0;

  double entries() const { return files + folders + 1; }
};

Met met_in_made(const ParamValues& params) {
  const TreeShape shape = shape_of(params);
  Met met{.files = static_cast<double>(files_in(shape)),
          .folders = static_cast<double>(folders_in(shape) - 1),
          .root_bytes = static_cast<double>(temporary_folder_length() + 1)};
  met.file_bytes = met.files * static_cast<double>(file_name(0).size() + 1);
  met.folder_bytes = met.folders * static_cast<double>(folder_name(0).size() + 1);
  return met;
}

Met met_in(const std::string& path) {
  namespace fs = std::filesystem;
  Met met{.root_bytes = static_cast<double>(path.size() + 1)};
  std::error_code error;
  fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const auto bytes = static_cast<double>(at->path().filename().native().size() + 1);
    const bool is_folder = at->symlink_status(error).type() == fs::file_type::directory;
    (is_folder ? met.folders : met.files) += 1;
    (is_folder ? met.folder_bytes : met.file_bytes) += bytes;
  }
  return met;
}

Result<Instance> walk_over(std::string root, std::optional<MadeFolder> folder) {
  const std::string what = "walking over " + in_quotes(root);
  return tried_call_loop(
      what, [folder = std::move(folder), walker = TreeWalker(std::move(root))]() mutable {
        return walker.visit() != TreeWalker::Visit::kFailed;
      });
}

Result<Instance> make_tree_walk(const ParamValues& params, std::span<const int>) {
  const std::string& path = params.text("path");
  if (!is_made(params)) {
    if (TreeWalker(path).visit() == TreeWalker::Visit::kFailed)
      return fail_input("tree-walk: path=" + in_quotes(path) + " is no folder that can be opened");
    return walk_over(path, std::nullopt);
  }
  KAB_TRY(MadeFolder folder, MadeFolder::make());
  KAB_CHECK(make_tree(folder.path(), shape_of(params)));
  std::string root = folder.path();
  return walk_over(std::move(root), std::move(folder));
}

// In a tree that is given, large folders take more than two readings, and locked ones none.
std::vector<ExpectedCall> calls_of(const ParamValues& params) {
  std::vector<ExpectedCall> calls = {{.name = kStatCall, .per_operation = 1}};
  if (!is_made(params)) return calls;
  const Met met = met_in_made(params);
  const double folders = (met.folders + 1) / met.entries();
  // Exactly so many in whole rounds only.
  calls.push_back({.name = "openat", .per_operation = folders, .often = Often::kAtLeast});
  calls.push_back({.name = "getdents64", .per_operation = 2 * folders, .often = Often::kAtLeast});
  calls.push_back({.name = "close", .per_operation = folders, .often = Often::kAtLeast});
  return calls;
}

std::vector<UserCopy> copies_of(const ParamValues& params) {
  const Met met = is_made(params) ? met_in_made(params) : met_in(params.text("path"));
  const double names = met.files + met.folders;
  const double name_bytes = met.file_bytes + met.folder_bytes;
  // To be opened, a folder is named a second time; "." and ".." are read in each one.
  const double named = names + met.folders + 2;
  const double named_bytes = name_bytes + met.folder_bytes + 2 * met.root_bytes;
  const double dots = 2 * (met.folders + 1);
  const double read_bytes = name_bytes + 2.5 * dots;
  return {checked_copy("name", named_bytes / named, named / met.entries()), stat_copy(),
          unchecked_copy("d_ino and d_off", 8, 2 * (names + dots) / met.entries()),
          unchecked_copy("d_reclen and d_type", 1.5, 2 * (names + dots) / met.entries()),
          unchecked_copy("name read", read_bytes / (names + dots), (names + dots) / met.entries())};
}

}  // namespace

Workload describe_tree_walk() {
  return {
      .name = "tree-walk",
      .summary = "a walk over a tree of files, made for it or given: names in, status out",
      .operation = "one entry visited; after the last one the walk begins again",
      .params = {{.name = "path",
                  .default_value = kMade,
                  .meaning = "a folder to walk over, or \"made\": a tree of the given shape"},
                 {.name = "levels",
                  .default_value = "4",
                  .meaning = "levels of folders of the made tree, its root the first",
                  .range = Range{.min = 1, .max = 6}},
                 {.name = "folders",
                  .default_value = "3",
                  .meaning = "folders in each folder above the last level",
                  .range = Range{.min = 1, .max = 4}},
                 {.name = "files",
                  .default_value = "24",
                  .meaning = "files in each folder",
                  .range = Range{.min = 1, .max = 100}}},
      .calls = &calls_of,
      .bytes_per_operation = &no_bytes,
      .copies = &copies_of,
      .make = &make_tree_walk,
  };
}

}  // namespace kab::workloads
