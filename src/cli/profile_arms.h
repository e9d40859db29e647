// The arms of kab profile --diff: what each runs, and with which variables.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/arm.h"

namespace kab::cli {

struct ProfileArm {
  model::Arm arm;
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> environment;
};

/// Two arms by name, each with cmd= of its own or with `command`. kInput for another number, a name
/// twice, an arm without a command, and keys that are not cmd, env., sysctl. or file.
Result<std::vector<ProfileArm>> profile_arms(const std::vector<std::string>& texts,
                                             const std::vector<std::string>& command);

}  // namespace kab::cli
