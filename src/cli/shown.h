// Sessions summarised for kab run and kab show.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "model/recording.h"
#include "report/show.h"

namespace kab::cli {

/// Every arm's values in every metric, and in the rate that a workload also reads in; with a width,
/// the grouped distributions of the first of these rates or metrics. `session` must outlive the
/// result.
report::ShownSession shown_session(const model::Session& session,
                                   std::optional<double> group_width);

/// How kab run and kab show print.
enum class ShownFormat { kText, kLoops };

/// Adds --format text|loops.
void add_shown_format(CLI::App& command, ShownFormat& format);

/// Each session by report::render_loops(), a blank line between.
std::string shown_loops(std::span<const report::ShownSession> sessions,
                        const report::RenderOptions& options);

/// The same as one JSON document.
std::string shown_json(std::string_view path, std::span<const report::ShownSession> sessions);

}  // namespace kab::cli
