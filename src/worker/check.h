// The check task: one check of the kernel, and the list of those that there are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "wire/protocol.h"

namespace kab::worker {

/// kInput for a check that does not exist, with the nearest name.
Result<wire::Checked> run_check(std::string_view name, std::uint64_t time_ns, std::uint64_t seed);

/// One check a line, by name: {"kab":1,"name":...,"property":...}.
std::string list_of_checks();

}  // namespace kab::worker
