#include "guest/laid_out.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/file_tree.h"
#include "base/text.h"

namespace kab::guest {

namespace fs = std::filesystem;

Result<LaidOut> LaidOut::make() {
  KAB_TRY(auto root, make_temporary_folder());
  return LaidOut(std::move(root));
}

LaidOut::~LaidOut() {
  if (!root_.empty()) (void)remove_tree(root_);
}

void LaidOut::put(const std::string& path, std::string_view content) const {
  std::error_code ignored;
  fs::create_directories(fs::path(root_ + path).parent_path(), ignored);
  std::ofstream(root_ + path, std::ios::binary) << content;
}

void LaidOut::put_folder(const std::string& path, std::string_view lines) const {
  for (const auto line : split(lines, '\n'))
    if (const auto colon = line.find(": "); colon != line.npos && line.find('/') > colon)
      put(path + "/" + std::string(line.substr(0, colon)), line.substr(colon + 2));
}

}  // namespace kab::guest
