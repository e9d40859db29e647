#include "report/count_table.h"

#include <vector>

#include <fmt/format.h>

#include "report/facts.h"
#include "report/numbers.h"
#include "report/scale.h"
#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

using model::EventSummary;

Scale scale_for(const EventSummary& event) {
  if (event.metric.unit == "s") return {.divisor = 1, .unit = "s", .decimals = 6};
  const std::vector<std::optional<double>> values = {event.mean};
  auto scale = scale_of(event.metric.unit, values);
  if (event.metric.unit == "events") scale.unit = "";
  return scale;
}

std::string derived_text(const EventSummary& event) {
  if (!event.derived) return "";
  return fmt::format("# {:.3g} {}{}", event.derived->value, event.derived->unit,
                     event.derived->doubt.empty() ? "" : " (?)");
}

// How much of a count was seen; perf prints it in the same place.
std::string running_text(const EventSummary& event) {
  if (!event.mean || event.least_running_share >= 1) return "";
  return fmt::format("({:.1f} % counted)", 100 * event.least_running_share);
}

std::string interval_text(const EventSummary& event, const Scale& scale) {
  if (!event.interval) return "-";
  return fmt::format("[{}, {}]", number_in(scale, event.interval->low),
                     number_in(scale, event.interval->high));
}

std::vector<Cell> cells_of(const EventSummary& event, std::size_t runs,
                           const RenderOptions& options) {
  const auto name = visible(event.metric.name, options.glyphs);
  if (!event.mean) return {{std::string(text_of(event.status))}, {""}, {name}};
  const auto scale = scale_for(event);
  std::vector<Cell> cells = {{number_in(scale, event.mean)}, {scale.unit}, {name}};
  if (runs > 1) {
    cells.push_back({share_text(event.relative_error)});
    cells.push_back({number_in(scale, event.standard_deviation)});
    cells.push_back({number_in(scale, event.median)});
    cells.push_back({interval_text(event, scale)});
  }
  cells.push_back({derived_text(event)});
  cells.push_back({running_text(event)});
  return cells;
}

Table table_for(std::size_t runs, Glyphs glyphs) {
  std::vector<Column> columns = {{runs > 1 ? "mean" : "", Align::kRight},
                                 {"", Align::kLeft, 1},
                                 {runs > 1 ? "event" : "", Align::kLeft, 1}};
  if (runs > 1) {
    columns.push_back({std::string(plus_minus(glyphs)), Align::kRight});
    columns.push_back({"sd", Align::kRight});
    columns.push_back({"median", Align::kRight});
    columns.push_back({"mean, 95 %", Align::kLeft});
  }
  columns.push_back({"", Align::kLeft});
  columns.push_back({"", Align::kLeft});
  return Table(std::move(columns));
}

}  // namespace

std::string count_table(const model::CountReport& report, const RenderOptions& options) {
  auto table = table_for(report.runs, options.glyphs);
  for (const auto& event : report.events) table.add_row(cells_of(event, report.runs, options));
  table.add_heading("");
  for (const auto& time : report.times) table.add_row(cells_of(time, report.runs, options));
  const auto title = fmt::format("Counts of {}{}", report.command,
                                 report.runs > 1 ? fmt::format(", {} runs", report.runs) : "");
  std::string text =
      "\n" + cut_middle(visible(title, options.glyphs), columns_of(options), options.glyphs) +
      "\n\n" + table.render(2) + "\n";
  for (const auto& remark : report.remarks)
    text += wrapped(visible(remark.text, options.glyphs), columns_of(options), 2);
  return text;
}

}  // namespace kab::report
