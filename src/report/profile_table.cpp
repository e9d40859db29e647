#include "report/profile_table.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "report/facts.h"
#include "report/numbers.h"
#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

// What is below half a percent is many rows and little time; JSON has them all.
constexpr double kLeastShare = 0.005;
constexpr double kMsPerSecond = 1000;
constexpr std::size_t kDsoColumns = 32;

std::string percent(double share) { return fmt::format("{:.2f}", 100 * share); }
std::string milliseconds(double seconds) { return fmt::format("{:.3f}", seconds * kMsPerSecond); }

std::string symbol_text(const std::string& symbol, const RenderOptions& options) {
  return symbol.empty() ? "(no symbol)" : visible(symbol, options.glyphs);
}

std::string dso_text(const std::string& dso, const RenderOptions& options) {
  return cut_middle(visible(dso, options.glyphs), kDsoColumns, options.glyphs);
}

std::string head_of(const model::Profile& profile) {
  return fmt::format("{}: {} samples, {} run{}, {} ms of CPU time a run", profile.name,
                     profile.samples, profile.runs, profile.runs == 1 ? "" : "s",
                     milliseconds(profile.cpu_s));
}

std::string table_of(const model::Profile& profile, const RenderOptions& options) {
  const bool several = profile.runs > 1;
  std::vector<Column> columns = {{"%", Align::kRight}, {"samples", Align::kRight}};
  if (several) columns.push_back({"% a run, 95 %"});
  columns.push_back({"dso"});
  columns.push_back({"symbol"});
  Table table(std::move(columns));
  std::size_t left_out = 0;
  for (const auto& row : profile.rows) {
    if (row.share < kLeastShare) {
      ++left_out;
      continue;
    }
    std::vector<Cell> cells = {{percent(row.share)}, {fmt::to_string(row.count)}};
    if (several)
      cells.push_back({row.interval ? fmt::format("[{}, {}]", percent(row.interval->low),
                                                  percent(row.interval->high))
                                    : "-"});
    cells.push_back({dso_text(row.dso, options)});
    cells.push_back({symbol_text(row.symbol, options)});
    table.add_row(std::move(cells));
  }
  auto text = table.render(2);
  if (left_out > 0) text += fmt::format("  {} more under 0.5 %\n", left_out);
  return text;
}

std::string table_of(const model::ProfileDiff& diff, const RenderOptions& options) {
  Table table({{"% base", Align::kRight},
               {"% arm", Align::kRight},
               {"ms base", Align::kRight},
               {"ms arm", Align::kRight},
               {"diff", Align::kRight},
               {"95 %"},
               {"dso"},
               {"symbol"}});
  std::size_t left_out = 0;
  for (const auto& row : diff.rows) {
    if (std::max(row.baseline_share, row.arm_share) < kLeastShare) {
      ++left_out;
      continue;
    }
    table.add_row(
        {{percent(row.baseline_share)},
         {percent(row.arm_share)},
         {milliseconds(row.baseline_s)},
         {milliseconds(row.arm_s)},
         {fmt::format("{:+.3f}", row.difference_s * kMsPerSecond)},
         {row.interval ? fmt::format("[{:+.3f}, {:+.3f}]", row.interval->low * kMsPerSecond,
                                     row.interval->high * kMsPerSecond)
                       : "-"},
         {dso_text(row.dso, options)},
         {symbol_text(row.symbol, options)}});
  }
  auto text = table.render(2);
  if (left_out > 0) text += fmt::format("  {} more under 0.5 % in both\n", left_out);
  return text;
}

}  // namespace

std::string profile_table(const model::ProfileReport& report, const RenderOptions& options) {
  const auto line = [&](const std::string& text) {
    return wrapped(visible(text, options.glyphs), columns_of(options), 0);
  };
  std::string text =
      "\n" + line("Profile of " + report.command +
                  (report.sampled_by.empty() ? "" : ", sampled by " + report.sampled_by));
  if (report.diff) {
    text += line("base  " + head_of(report.diff->baseline)) +
            line("arm   " + head_of(report.diff->arm)) + "times are CPU time a run\n\n" +
            table_of(*report.diff, options);
  } else {
    for (const auto& profile : report.profiles)
      text += line(head_of(profile)) + "\n" + table_of(profile, options);
  }
  if (!report.remarks.empty()) text += "\n";
  for (const auto& remark : report.remarks)
    text += wrapped(visible(remark.text, options.glyphs), columns_of(options), 2);
  return text;
}

}  // namespace kab::report
