// Event counts of a command as text, near the layout of perf stat.
#pragma once

#include <string>

#include "model/event_counts.h"
#include "report/options.h"

namespace kab::report {

/// A heading, one event a line, times, remarks. With several runs: "+-" is the relative standard
/// error of the mean, as perf stat prints it; "sd" the standard deviation; the interval that of the
/// mean.
std::string count_table(const model::CountReport& report, const RenderOptions& options);

}  // namespace kab::report
