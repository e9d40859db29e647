// An arm: one of the things compared, as the user wrote it. Passive; the trial layer acts on it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace kab::model {

/// Parameters of a workload, in the order given: {"size", "16"}.
using Params = std::vector<std::pair<std::string, std::string>>;

struct ArmSetting {
  std::string key;  // "sysctl.net.unix.max_dgram_qlen", "env.LANG", "file./x", "pin", "param.size"
  std::string value;

  bool operator==(const ArmSetting&) const = default;
};

struct Arm {
  std::string name;
  std::vector<ArmSetting> settings;

  bool operator==(const Arm&) const = default;
};

/// The value of `key` in `arm`, or nothing.
std::optional<std::string> setting_of(const Arm& arm, std::string_view key);

/// The settings whose key starts with `prefix` ("sysctl."), the prefix taken off.
std::vector<ArmSetting> settings_with(const Arm& arm, std::string_view prefix);

/// "NAME:KEY=VALUE[,KEY=VALUE...]". A value ends at a comma that is followed by a known key and
/// '='; "\," is a literal comma. "NAME" alone is an arm without settings. Errors (kInput) name the
/// arm and the key, and suggest the nearest known key.
Result<Arm> parse_arm(std::string_view text);

/// "sysctl.net.unix.max_dgram_qlen=512, pin=0": for tables and errors; "(as is)" when empty.
std::string description_of(const Arm& arm);

}  // namespace kab::model
