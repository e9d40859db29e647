// The vDSO of this very process, for an audit: the only way to see that of another ABI in memory.
#pragma once

#include <string>

namespace kab::worker {

/// The lines of /proc/self/maps that name parts of the vDSO, an empty line, and the bytes of
/// [vdso]; none where there is none.
std::string vdso_dump();

}  // namespace kab::worker
