// What the paths of the clocks depend on beside the image: clocksource, time namespace, seccomp;
// and what measured paths prove.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/vdso.h"

namespace kab::inspect {

/// Of process `pid` ("self"). `root` is "/" but in tests, which lay out a folder.
model::VdsoSetting vdso_setting(const std::string& pid = "self", const std::string& root = "/");

/// The flags of the first processor in /proc/cpuinfo; nullopt where it lists none.
std::optional<std::set<std::string>> cpu_flags(const std::string& root = "/");

/// slow-clocksource, time-namespace and seccomp-filter.
std::vector<model::VdsoFinding> judge_setting(const model::VdsoSetting& setting);

/// every-call-enters-kernel, for what should not; slow-only-through-libc where the vDSO is fast and
/// the C library does not use it. Paths over which no calls were counted say nothing.
std::vector<model::VdsoFinding> judge_paths(const std::vector<model::VdsoPath>& paths);

}  // namespace kab::inspect
