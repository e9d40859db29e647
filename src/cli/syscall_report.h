// From what tracing observed to the report and to the rows of a recording.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/counted.h"
#include "model/syscall_report.h"
#include "tracing/observe.h"

namespace kab::cli {

enum class SortBy { kTime, kCalls, kErrors, kName, kAverage };

/// "time", "calls", "errors", "name", "avg"; kInput otherwise.
Result<SortBy> parse_sort(std::string_view text);

enum class Histograms { kNone, kShown };

/// The tables of a state of counting, and what qualifies them where that is known already.
model::SyscallReport syscall_report(const syscalls::Observed& observed, SortBy sort,
                                    Histograms histograms);
model::SyscallReport syscall_report(const tracing::Report& traced, SortBy sort,
                                    Histograms histograms);

/// Of subject 0 and arm 0, all owners together.
std::vector<model::TalliedCall> tallied_calls(const tracing::Report& traced);

}  // namespace kab::cli
