// The CPUs that a check may place its threads on.
#pragma once

#include <vector>

namespace kab::checks {

/// Those that the calling thread may run on, rising; at most the first 8,192 that a kernel numbers.
std::vector<int> usable_cpus();

}  // namespace kab::checks
