// Many descriptors to wait for, the last of which is ready, for workloads whose cost grows with
// their number.
#pragma once

#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "workloads/workload.h"

namespace kab::workloads {

/// The parameter `descriptors`, up to `most`.
Param descriptors_param(std::uint64_t most);

/// As many eventfds as `params` ask for; the last can be read, the others cannot. kUnavailable
/// where `ulimit -n` is in the way.
Result<std::vector<Fd>> open_descriptors(const ParamValues& params);

}  // namespace kab::workloads
