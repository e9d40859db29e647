#include "trial/arm_settings.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "sys/host_lock.h"
#include "sys/network_scope.h"
#include "sys/private_network.h"

namespace kab::trial {
namespace {

Error in_arm(const model::Arm& arm, Error error) {
  error.message = "arm " + arm.name + ": " + error.message;
  return error;
}

// Which of these sysctl files a private network namespace lacks: those are the host's.
bool lives_in_namespace(const std::string& name, const std::vector<std::string>& missing) {
  return sys::scope_of_sysctl(name) == sys::Scope::kNetworkNamespace &&
         std::ranges::find(missing, name) == missing.end();
}

std::vector<std::string> network_sysctls(const std::vector<model::Arm>& arms) {
  std::vector<std::string> names;
  for (const auto& arm : arms)
    for (const auto& [name, value] : model::settings_with(arm, "sysctl."))
      if (sys::scope_of_sysctl(name) == sys::Scope::kNetworkNamespace) names.push_back(name);
  return names;
}

}  // namespace

Result<ArmSettings> ArmSettings::prepare(const std::vector<model::Arm>& arms) {
  ArmSettings settings;
  KAB_CHECK(settings.sort_settings(arms));
  KAB_CHECK(settings.open_scopes());
  for (std::size_t arm = 0; arm < arms.size(); ++arm)
    if (auto applied = settings.apply(arm); !applied)
      return std::unexpected(in_arm(arms[arm], std::move(applied).error()));
  return settings;
}

Result<void> ArmSettings::sort_settings(const std::vector<model::Arm>& arms) {
  for (const auto& arm : arms)
    for (const auto& [name, value] : model::settings_with(arm, "sysctl."))
      if (auto path = sys::sysctl_path(name); !path)
        return std::unexpected(in_arm(arm, std::move(path).error()));
  std::vector<std::string> missing;
  if (const auto names = network_sysctls(arms); !names.empty()) {
    KAB_TRY(missing, sys::missing_in_private_network(names));
  }
  for (const auto& arm : arms) {
    auto& placed = of_arm_.emplace_back();
    for (const auto& [name, value] : model::settings_with(arm, "sysctl.")) {
      KAB_TRY(const auto path, sys::sysctl_path(name));
      const bool in_namespace = lives_in_namespace(name, missing);
      if (!in_namespace && ::geteuid() != 0)
        return fail_unavailable("arm " + arm.name + ": sysctl " + name +
                                " is host-wide, which needs root; sysctls of the network namespace "
                                "(net.*) need no privilege");
      placed.push_back({.setting = {path, value}, .in_namespace = in_namespace});
    }
    for (const auto& [path, value] : model::settings_with(arm, "file.")) {
      if (::access(path.c_str(), F_OK) != 0)
        return fail_input("arm " + arm.name + ": file " + path +
                          " does not exist; kab changes files, it makes none");
      placed.push_back({.setting = {path, value}, .in_namespace = false});
    }
    for (const auto& one : placed)
      if (std::ranges::none_of(touched_, [&](const Placed& known) {
            return known.setting.path == one.setting.path;
          }))
        touched_.push_back(one);
  }
  return {};
}

Result<void> ArmSettings::open_scopes() {
  if (std::ranges::any_of(touched_, [](const Placed& one) { return !one.in_namespace; })) {
    KAB_TRY(const auto folder, sys::state_folder());
    KAB_TRY(lock_, sys::lock_host(folder));
    host_ = std::make_unique<sys::HostSettings>(folder);
  }
  if (std::ranges::any_of(touched_, &Placed::in_namespace)) {
    KAB_CHECK(sys::enter_private_network());
    network_ = std::make_unique<sys::HostSettings>("");
  }
  return {};
}

Result<void> ArmSettings::apply(std::size_t arm) {
  for (const auto& one : touched_) {
    const auto& own = of_arm_[arm];
    auto& scope = one.in_namespace ? *network_ : *host_;
    const auto set = std::ranges::find_if(
        own, [&](const Placed& mine) { return mine.setting.path == one.setting.path; });
    KAB_CHECK(set == own.end() ? scope.revert(one.setting.path) : scope.apply(set->setting));
  }
  return {};
}

Result<void> ArmSettings::restore() {
  if (network_) KAB_CHECK(network_->restore());
  if (host_) KAB_CHECK(host_->restore());
  return {};
}

}  // namespace kab::trial
