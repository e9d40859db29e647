#include "cli/profile_arms.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"

namespace kab::cli {
namespace {

bool is_known(std::string_view key) {
  constexpr std::array<std::string_view, 3> kPrefixes = {"env.", "sysctl.", "file."};
  return key == "cmd" || std::ranges::any_of(kPrefixes, [key](std::string_view prefix) {
           return key.starts_with(prefix);
         });
}

Result<ProfileArm> arm_from(const std::string& text, const std::vector<std::string>& command) {
  ProfileArm made{.arm = {}, .command = command, .environment = {}};
  KAB_TRY(made.arm, model::parse_arm(text));
  for (const auto& setting : made.arm.settings)
    if (!is_known(setting.key))
      return fail_input("arm " + made.arm.name + ": " + setting.key +
                        "= is for kab trial; a profile's arms take cmd, env., sysctl. and file.");
  for (const auto& [name, value] : model::settings_with(made.arm, "env."))
    made.environment.emplace_back(name, value);
  if (const auto cmd = model::setting_of(made.arm, "cmd")) made.command = {"/bin/sh", "-c", *cmd};
  if (made.command.empty())
    return fail_input("arm " + made.arm.name +
                      " has nothing to run: give it cmd=, or a command after --");
  return made;
}

}  // namespace

Result<std::vector<ProfileArm>> profile_arms(const std::vector<std::string>& texts,
                                             const std::vector<std::string>& command) {
  if (texts.size() != 2)
    return fail_input("--diff compares two arms, this names " + std::to_string(texts.size()) +
                      "; give -a NAME:KEY=VALUE twice, or two recordings of kab profile");
  std::vector<ProfileArm> arms;
  for (const auto& text : texts) {
    KAB_TRY(auto arm, arm_from(text, command));
    arms.push_back(std::move(arm));
  }
  if (arms[0].arm.name == arms[1].arm.name)
    return fail_input("two arms are named " + in_quotes(arms[0].arm.name) +
                      "; give each its own name");
  return arms;
}

}  // namespace kab::cli
