// Subjects that cannot run here, taken out of a plan and named by reason.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "trial/plan.h"
#include "trial/runner.h"

namespace kab::trial {

/// Whether `error` says of a subject that it is absent here. A command that a suite names is input
/// of nobody's: where it is not there, it is unavailable.
bool says_absent(const Plan& plan, std::size_t subject, const Error& error);

/// Takes a subject out of the plan and adds it to those left out for the same reason.
void leave_out(Plan& plan, std::size_t subject, const Error& error, std::vector<LeftOut>& left_out);

/// kUnavailable, with all the reasons, for a plan of which nothing is left.
Result<void> check_something_left(const Plan& plan, const std::vector<LeftOut>& left_out);

}  // namespace kab::trial
