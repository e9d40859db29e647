// --arms FILE.toml: arms as tables.
//   [[arm]]
//   name = "long"
//   "sysctl.net.unix.max_dgram_qlen" = 512
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/arm.h"

namespace kab::cli {

/// The arms of the file, in its order. kInput names the file, the line and what is wrong there.
Result<std::vector<model::Arm>> read_arms_file(const std::string& path);

}  // namespace kab::cli
