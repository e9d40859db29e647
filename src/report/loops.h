// A line a round: the layout of clock benchmarks in kernel mails.
#pragma once

#include <cstdint>
#include <string>

#include "model/recording.h"
#include "report/options.h"

namespace kab::report {

/// "100000000 loops in 2.07105s = 20.71 nsec / loop". `total_ns` is for all iterations together;
/// no iterations or a value that is not finite give "-" for what cannot be said.
std::string loops_line(std::uint64_t iterations, double total_ns);

/// For each subject and arm with readings in ns/op a heading, then a line a batch in time order; a
/// blank line between. The baseline's A/A turns are the baseline's.
std::string render_loops(const model::Session& session, const RenderOptions& options);

}  // namespace kab::report
