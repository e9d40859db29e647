#include "workloads/usercopy/path_lookup.h"

#include <cerrno>
#include <cstdint>

#include <sys/stat.h>

#include "base/file_tree.h"
#include "base/text.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

/// With what stands before it, a path stays under the 4,096 bytes that the kernel takes.
constexpr std::uint64_t kDeepest = 256;

}  // namespace

std::vector<Param> path_params(std::string_view default_path) {
  return {{.name = "path", .default_value = default_path, .meaning = "what to look up"},
          {.name = "depth",
           .default_value = "0",
           .meaning = "folders in each other, made to be looked up; 0: `path`",
           .range = Range{.min = 0, .max = kDeepest}}};
}

Result<LookedUp> looked_up(const ParamValues& params) {
  const std::uint64_t depth = params.number("depth");
  if (depth == 0) return LookedUp{.path = params.text("path"), .folder = std::nullopt};
  KAB_TRY(MadeFolder folder, MadeFolder::make());
  std::string path = folder.path();
  for (std::uint64_t i = 0; i < depth; ++i) {
    path += "/" + folder_name(0);
    if (::mkdir(path.c_str(), 0755) != 0)
      return fail_unavailable("cannot create " + in_quotes(path) + ": " + errno_text(errno));
  }
  return LookedUp{.path = std::move(path), .folder = std::move(folder)};
}

UserCopy path_copy(const ParamValues& params) {
  const auto depth = static_cast<std::size_t>(params.number("depth"));
  const std::size_t length = depth == 0
                                 ? params.text("path").size()
                                 : temporary_folder_length() + depth * (1 + folder_name(0).size());
  return checked_copy("path name", static_cast<double>(length + 1));
}

}  // namespace kab::workloads
