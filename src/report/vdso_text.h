// What kab vdso found, as text: a table of functions for each image, then findings with evidence.
#pragma once

#include <string>

#include "model/vdso.h"
#include "report/options.h"

namespace kab::report {

/// Everything from outside (names, versions, paths) is made safe to show. Notes follow findings;
/// long lists of evidence are cut, with how many there are (the JSON has all).
std::string vdso_text(const model::VdsoReport& report, const RenderOptions& options);

std::string vdso_diff_text(const model::VdsoDiff& diff, const RenderOptions& options);

}  // namespace kab::report
