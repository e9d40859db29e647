// Page after page of a region is touched for the first time; when all are there they are given back
// and it begins again. Shared by the workloads whose operation is a page fault.
#pragma once

#include <cstddef>

#include "workloads/process/region.h"
#include "workloads/workload.h"

namespace kab::workloads {

enum class Access { kRead, kWrite };

/// An operation is one touch, `stride` bytes after the one before; after the last of the region one
/// madvise(MADV_DONTNEED) is part of it.
Run touching(Region region, std::size_t stride, Access access);

/// One madvise() in `touches` operations.
std::vector<ExpectedCall> calls_of_touching(double touches);

}  // namespace kab::workloads
