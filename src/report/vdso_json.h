// What kab vdso found, as one JSON document; docs/vdso.md describes its members.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/vdso.h"

namespace kab::report {

/// `version` is kab's own.
std::string vdso_json(const model::VdsoReport& report, std::string_view version);

std::string vdso_diff_json(const std::vector<model::VdsoDiff>& diffs, std::string_view version);

}  // namespace kab::report
