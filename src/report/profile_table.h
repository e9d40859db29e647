// Profiles as text: "%  samples  dso  symbol", and the difference of two.
#pragma once

#include <string>
#include <string_view>

#include "model/profile.h"
#include "report/options.h"

namespace kab::report {

std::string profile_table(const model::ProfileReport& report, const RenderOptions& options);

/// docs/profile.md describes it.
std::string profile_json(const model::ProfileReport& report, std::string_view version);

}  // namespace kab::report
