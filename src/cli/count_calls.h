// The system calls of one slot of a trial, counted in a pass of its own.
#pragma once

#include <vector>

#include "base/result.h"
#include "model/counted.h"
#include "trial/worker_host.h"

namespace kab::cli {

/// A workload's by its worker, a command's by tracing one run of it, between the slot's setup and
/// teardown. Subject and arm of the rows are the slot's. kUnavailable where it cannot be counted.
Result<std::vector<model::TalliedCall>> count_calls(const trial::SlotRequest& slot);

}  // namespace kab::cli
