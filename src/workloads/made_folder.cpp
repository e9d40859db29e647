#include "workloads/made_folder.h"

#include <utility>

namespace kab::workloads {

Result<MadeFolder> MadeFolder::make() {
  KAB_TRY(std::string path, make_temporary_folder());
  // Whatever hinders the removal, there is nobody left to be told.
  auto reaper = Reaper::start([path] { static_cast<void>(remove_tree(path)); });
  if (!reaper) {
    static_cast<void>(remove_tree(path));
    return std::unexpected(std::move(reaper).error());
  }
  return MadeFolder(std::move(path), std::move(*reaper));
}

}  // namespace kab::workloads
