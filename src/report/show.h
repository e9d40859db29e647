// What is in a recording, as `kab show` prints it: samples summarised, and on request order,
// environment and batches. Summaries come computed; listings are read off the session.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/function_counts.h"
#include "model/judgement.h"
#include "model/recording.h"
#include "report/options.h"

namespace kab::report {

/// One arm's values in one metric of one subject, summarised. Nothing where there is none.
struct ShownSeries {
  std::string title;  // subject and arm: "unix-stream size=64, short"
  model::Metric metric;
  std::size_t n = 0;
  std::size_t failed = 0;
  std::optional<double> min;
  std::optional<double> median;
  std::optional<double> max;
  std::optional<double> spread;     // relative
  std::vector<std::size_t> counts;  // of equal parts of min … max, for the sketch; may be empty
  // In the primary metric of a workload: what an operation copies.
  std::optional<model::UserCopies> copies = {};
};

/// One session of a recording with what was computed from it.
struct ShownSession {
  const model::Session* session = nullptr;  // never null; outlives the call
  std::vector<ShownSeries> series;
  std::vector<model::GroupedDistribution> distributions;  // for --group, else empty
  std::vector<model::ByFunction> functions = {};          // of a trial that counted by function
};

enum class ShowPart { kOrder, kEnvironment, kBatches };

/// The whole page: path, then for each session its head, series, distributions, the wanted parts
/// in the order given, and events.
std::string render_show(std::string_view path, std::span<const ShownSession> sessions,
                        std::span<const ShowPart> parts, const RenderOptions& options);

// The parts, each ending in a newline.
std::string show_head(const model::Session& session, const RenderOptions& options);
std::string show_series(std::span<const ShownSeries> series, const RenderOptions& options);
/// The user copies of each workload beside its median, the most checked bytes first; nothing where
/// fewer than two workloads are there, or none of them copies anything.
std::string show_user_copies(std::span<const ShownSeries> series, const RenderOptions& options);
/// Which clocks were read without entering the kernel, one row each; nothing where none was proved.
std::string show_paths(const model::Session& session, const RenderOptions& options);
std::string show_environment(const model::Session& session, const RenderOptions& options);
std::string show_order(const model::Session& session, const RenderOptions& options);
std::string show_batches(const model::Session& session, const RenderOptions& options);

}  // namespace kab::report
