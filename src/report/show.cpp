#include "report/show.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "base/units.h"
#include "report/by_function.h"
#include "report/facts.h"
#include "report/grouped.h"
#include "report/numbers.h"
#include "report/row.h"
#include "report/scale.h"
#include "report/show_listings.h"
#include "report/sketch.h"
#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

std::string course_of(const model::Session& session) {
  const auto samples = session.samples.size();
  const auto failed =
      std::ranges::count(session.samples, model::SampleStatus::kFailed, &model::Sample::status);
  auto text = fmt::format("{} samples, {} failed, seed {}", samples, failed, session.seed);
  text += session.stopped ? ", stopped: " + std::string(text_of(*session.stopped))
                          : ", no end recorded (interrupted by a kill, or still running)";
  return text;
}

std::vector<Cell> series_cells(const ShownSeries& one, const RenderOptions& options) {
  const std::array<std::optional<double>, 3> values = {one.min, one.median, one.max};
  auto scale = scale_of(one.metric.unit, values);
  scale.unit = cut_middle(visible(scale.unit, options.glyphs), 12, options.glyphs);
  const auto failed = one.failed > 0 ? fmt::format(" ({} failed)", one.failed) : "";
  return {{cut_middle(visible(one.metric.name, options.glyphs), 12, options.glyphs)},
          {fmt::to_string(one.n) + failed},
          {number_in(scale, one.min)},
          {number_in(scale, one.median)},
          {number_in(scale, one.max)},
          {scale.unit},
          {finite(one.spread) ? visible("±" + share_text(one.spread), options.glyphs) : "-"},
          {sketch(one.counts, options.glyphs)}};
}

std::string events_text(const model::Session& session, const RenderOptions& options) {
  Facts facts;
  for (const auto& event : session.events)
    if (event.code != kPathEvent)
      facts.emplace_back(elapsed_text(event.at_ns), event.code + ": " + event.text);
  return facts.empty() ? "" : "\nEvents\n" + facts_text(facts, options);
}

std::string part_text(ShowPart part, const model::Session& session, const RenderOptions& options) {
  switch (part) {
    case ShowPart::kOrder:
      return "\nOrder\n" + show_order(session, options);
    case ShowPart::kEnvironment:
      return "\nEnvironment\n" + show_environment(session, options);
    case ShowPart::kBatches:
      return "\nBatches\n" + show_batches(session, options);
  }
  return {};
}

std::string distribution_text(const model::GroupedDistribution& distribution,
                              const RenderOptions& options) {
  const auto title = visible(grouped_title(distribution), options.glyphs);
  return '\n' + wrapped(title, columns_of(options), 0) + '\n' + grouped_text(distribution, options);
}

}  // namespace

std::string show_head(const model::Session& session, const RenderOptions& options) {
  Facts facts;
  // A run has one arm, which its label in the title names.
  const std::size_t arms = session.kind == model::SessionKind::kRun ? 0 : session.arms.size();
  for (std::size_t at = 0; at < arms; ++at) {
    const auto& arm = session.arms[at].arm;
    facts.emplace_back(at == 0 ? "baseline" : "arm", arm.name + ": " + description_of(arm));
  }
  facts.emplace_back("lane", text_of(session.lane));
  facts.emplace_back("course", course_of(session));
  facts.emplace_back("started", session.started);
  if (!session.argv.empty()) facts.emplace_back("command", shell_words(session.argv));
  facts.emplace_back("kab", session.kab_version + ", worker " + session.worker_build);
  const auto label = session.label.empty() ? "" : " " + session.label;
  const auto title = visible(std::string(text_of(session.kind)) + label, options.glyphs);
  return wrapped(title, columns_of(options), 0) + facts_text(facts, options);
}

std::string show_series(std::span<const ShownSeries> series, const RenderOptions& options) {
  Table table({{"metric"},
               {"n", Align::kRight},
               {"min", Align::kRight},
               {"median", Align::kRight},
               {"max", Align::kRight},
               {"unit"},
               {"spread", Align::kRight},
               {"min to max"}});
  std::string_view title;
  for (const auto& one : series) {
    if (one.title != title)
      table.add_heading(
          cut_middle(visible(one.title, options.glyphs), columns_of(options), options.glyphs));
    title = one.title;
    table.add_row(series_cells(one, options));
  }
  return series.empty() ? "no samples\n" : table.render(2);
}

std::string render_show(std::string_view path, std::span<const ShownSession> sessions,
                        std::span<const ShowPart> parts, const RenderOptions& options) {
  std::string out = wrapped(visible(path, options.glyphs), columns_of(options), 0);
  for (const auto& shown : sessions) {
    out += '\n' + show_head(*shown.session, options) + '\n' + show_series(shown.series, options);
    if (const auto copies = show_user_copies(shown.series, options); !copies.empty())
      out += '\n' + copies;
    if (const auto paths = show_paths(*shown.session, options); !paths.empty()) out += '\n' + paths;
    for (const auto& distribution : shown.distributions)
      out += distribution_text(distribution, options);
    out += by_function_text(shown.functions, options);
    for (const auto part : parts) out += part_text(part, *shown.session, options);
    out += events_text(*shown.session, options);
  }
  return out;
}

}  // namespace kab::report
