#include "report/syscall_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

using model::SyscallOwner;
using model::SyscallReport;
using model::SyscallRow;

std::string number(const std::optional<double>& value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : "-";
}

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.2f}", 100 * *share) : "-";
}

bool has_quantiles(const SyscallReport& report) {
  return std::ranges::any_of(report.owners, [](const SyscallOwner& owner) {
    return std::ranges::any_of(owner.rows,
                               [](const SyscallRow& row) { return row.p50_us.has_value(); });
  });
}

std::vector<Column> columns(bool quantiles) {
  std::vector<Column> all = {{.header = "% wall", .align = Align::kRight},
                             {.header = "wall s", .align = Align::kRight},
                             {.header = "usecs/call", .align = Align::kRight},
                             {.header = "cpu s", .align = Align::kRight},
                             {.header = "calls", .align = Align::kRight},
                             {.header = "errors", .align = Align::kRight}};
  if (quantiles)
    for (const auto* name : {"p50 us", "p90 us", "p99 us"})
      all.push_back({.header = name, .align = Align::kRight});
  all.push_back({.header = "syscall"});
  all.push_back({.header = "abi"});
  return all;
}

std::vector<Cell> cells(const SyscallRow& row, bool quantiles) {
  std::vector<Cell> all = {
      {percent(row.share)},         {number(row.wall_s, 6)},
      {number(row.us_per_call, 3)}, {number(row.cpu_s, 6)},
      {std::to_string(row.calls)},  {row.errors ? std::to_string(*row.errors) : "-"}};
  if (quantiles)
    for (const auto& at : {row.p50_us, row.p90_us, row.p99_us}) all.push_back({number(at, 1)});
  all.push_back({row.name});
  all.push_back({row.abi});
  return all;
}

std::string errors_text(const SyscallReport& report) {
  Table table({{.header = "errors", .align = Align::kRight},
               {.header = "errno"},
               {.header = "syscall"},
               {.header = "of"}});
  bool any = false;
  for (const auto& owner : report.owners) {
    for (const auto& row : owner.rows) {
      for (const auto& [name, count] : row.by_errno) {
        table.add_row({{std::to_string(count)}, {name}, {row.name}, {owner.name}});
        any = true;
      }
    }
  }
  return any ? '\n' + table.render(0) : "";
}

std::string histogram_text(const SyscallRow& row, const std::string& owner) {
  constexpr std::size_t kLongestBar = 40;
  std::uint64_t most = 1;
  for (const auto& group : row.latencies) most = std::max(most, group.calls);
  Table table({{.header = "from us", .align = Align::kRight},
               {.header = "to us", .align = Align::kRight},
               {.header = "calls", .align = Align::kRight},
               {.header = ""}});
  for (const auto& group : row.latencies)
    table.add_row({{fmt::format("{:.3f}", group.from_us)},
                   {fmt::format("{:.3f}", group.to_us)},
                   {std::to_string(group.calls)},
                   {std::string(static_cast<std::size_t>(group.calls * kLongestBar / most), '*')}});
  return fmt::format("\n{}{}{}\n", row.name, owner.empty() ? "" : " of ", owner) + table.render(0);
}

std::string histograms_text(const SyscallReport& report) {
  std::string text;
  for (const auto& owner : report.owners)
    for (const auto& row : owner.rows)
      if (!row.latencies.empty()) text += histogram_text(row, owner.name);
  return text;
}

std::string cost_text(const SyscallReport& report) {
  if (!report.guest.empty())
    return "counted by " + report.backend + " in a guest, where nothing is timed";
  const double added_ns = std::max(report.counted_call_ns - report.plain_call_ns, 0.0);
  auto text = fmt::format(
      "counted by {}: a call took {:.2f} us longer for it (getppid {:.2f} us, counted {:.2f} us), "
      "together about {:.2f} s",
      report.backend, added_ns / 1e3, report.plain_call_ns / 1e3, report.counted_call_ns / 1e3,
      added_ns * static_cast<double>(report.calls) / 1e9);
  if (report.attach_s > 0) text += fmt::format("; attached in {:.2f} s before", report.attach_s);
  if (!report.why_not_bpf.empty()) text += "; not by bpf: " + report.why_not_bpf;
  return text;
}

bool is_timed(const SyscallReport& report) {
  return std::ranges::any_of(
      report.owners, [](const SyscallOwner& owner) { return owner.total.wall_s.has_value(); });
}

std::string headline(const SyscallReport& report) {
  if (!report.guest.empty())
    return fmt::format("{}: {} system calls in a guest of {}; {}", report.subject, report.calls,
                       report.guest, report.end);
  auto text =
      fmt::format("{}: {} system calls in {:.3f} s", report.subject, report.calls, report.wall_s);
  if (!report.end.empty())
    text += fmt::format(" (user {:.3f} s, system {:.3f} s); {}", report.user_s, report.system_s,
                        report.end);
  return text;
}

std::string qualifications(const SyscallReport& report) {
  std::vector<std::string> lines = {cost_text(report)};
  if (is_timed(report))
    lines.push_back(
        "wall s is the time inside the calls by the clock on the wall, waiting included and "
        "counting too; cpu s is what of it was spent on a CPU");
  if (report.lost > 0)
    lines.push_back(fmt::format("{} calls or tasks could not be counted", report.lost));
  lines.insert(lines.end(), report.remarks.begin(), report.remarks.end());
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

std::string safe(const std::string& text, const RenderOptions& options) {
  std::string lines;
  for (std::size_t from = 0; from < text.size();) {
    const auto end = std::min(text.find('\n', from), text.size());
    lines += wrapped(visible(text.substr(from, end - from), options.glyphs),
                     static_cast<std::size_t>(std::max(options.columns, kFewestColumns)), 0);
    from = end + 1;
  }
  return lines;
}

}  // namespace

std::string syscall_tables(const SyscallReport& report, const RenderOptions& options) {
  const bool quantiles = has_quantiles(report);
  Table table(columns(quantiles));
  for (const auto& owner : report.owners) {
    if (!owner.name.empty()) table.add_heading(visible(owner.name, options.glyphs));
    for (const auto& row : owner.rows) table.add_row(cells(row, quantiles));
    table.add_row(cells(owner.total, quantiles));
  }
  return table.render(0);
}

std::string syscall_text(const SyscallReport& report, const RenderOptions& options) {
  return safe(headline(report) + '\n', options) + '\n' + syscall_tables(report, options) +
         errors_text(report) + histograms_text(report) + '\n' +
         safe(qualifications(report), options);
}

}  // namespace kab::report
