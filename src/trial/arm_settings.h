// The sysctls and files that arms set: checked before anything is measured, written before each
// sample, put back at the end. Arms that do not set what another arm sets get its original value.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "model/arm.h"
#include "sys/journal.h"
#include "sys/settings.h"

namespace kab::trial {

class ArmSettings {
 public:
  /// Finds out where each setting lives: net.* sysctls in a private network namespace, which the
  /// process enters here when an arm needs it; others on the host, under the host lock. Then tries
  /// every arm's values once. kInput: a sysctl or file that does not exist, or a value that the
  /// kernel refuses; kUnavailable: privilege or a namespace is missing, or another kab holds the
  /// lock.
  static Result<ArmSettings> prepare(const std::vector<model::Arm>& arms);

  /// Makes the settings those of `arm`.
  Result<void> apply(std::size_t arm);

  /// Puts everything back. Also done on destruction, but only here can it be seen to fail.
  Result<void> restore();

  bool in_private_network() const { return network_ != nullptr; }

 private:
  ArmSettings() = default;
  Result<void> sort_settings(const std::vector<model::Arm>& arms);
  Result<void> open_scopes();

  struct Placed {
    sys::Setting setting;
    bool in_namespace = false;
  };
  std::vector<std::vector<Placed>> of_arm_;
  std::vector<Placed> touched_;  // every path that some arm sets, once
  Fd lock_;
  std::unique_ptr<sys::HostSettings> host_;
  std::unique_ptr<sys::HostSettings> network_;
};

}  // namespace kab::trial
