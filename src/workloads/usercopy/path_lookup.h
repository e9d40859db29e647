// The path that stat and its relatives look up: one that is given, or a deep one made for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/made_folder.h"
#include "workloads/workload.h"

namespace kab::workloads {

struct LookedUp {
  std::string path;
  std::optional<MadeFolder> folder;  // that holds it, where it was made
};

/// Parameters `path` and `depth`.
std::vector<Param> path_params(std::string_view default_path);

/// `path`, or with a depth the last of that many folders in each other, made here. kUnavailable
/// where they cannot be made.
Result<LookedUp> looked_up(const ParamValues& params);

/// The path's name: getname() takes it by strncpy_from_user() of lib/strncpy_from_user.c, which
/// calls check_object_size() on the whole room for it, a size that it does not know at compile
/// time.
UserCopy path_copy(const ParamValues& params);

}  // namespace kab::workloads
