// How much memory this process has taken.
#pragma once

#include <cstdint>

namespace kab::worker {

/// The peak of this process's resident memory in KiB, since its exec().
std::int64_t peak_resident_kb();

}  // namespace kab::worker
