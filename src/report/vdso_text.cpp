#include "report/vdso_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "report/facts.h"
#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

using model::VdsoFinding;
using model::VdsoWeight;

constexpr std::size_t kMostEvidence = 6;
constexpr std::size_t kMostLines = 40;

std::size_t count_of(const std::vector<VdsoFinding>& findings, VdsoWeight weight) {
  return static_cast<std::size_t>(std::ranges::count(findings, weight, &VdsoFinding::weight));
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string paragraph(std::string_view text, std::size_t indent, const RenderOptions& options) {
  return std::string(indent, ' ') + wrapped(visible(text, options.glyphs),
                                            static_cast<std::size_t>(columns_of(options)), indent);
}

std::string finding_text(const VdsoFinding& finding, const RenderOptions& options) {
  const bool note = finding.weight == VdsoWeight::kNote;
  const std::string word = note ? "note" : "FINDING";
  const bool red = !note && options.color == Color::kAlways;
  std::string text =
      "  " + (red ? "\x1b[31m" + word + "\x1b[0m" : word) + " " + finding.code + "\n";
  text += paragraph(finding.text, 6, options);
  for (std::size_t i = 0; i < std::min(finding.evidence.size(), kMostEvidence); ++i)
    text += paragraph("- " + finding.evidence[i], 6, options);
  if (finding.evidence.size() > kMostEvidence)
    text += fmt::format("      - and {} more\n", finding.evidence.size() - kMostEvidence);
  if (!finding.why.empty()) text += paragraph("why: " + finding.why, 6, options);
  return text;
}

std::string findings_text(const std::vector<VdsoFinding>& findings, const RenderOptions& options) {
  std::string text;
  for (const auto weight : {VdsoWeight::kFinding, VdsoWeight::kNote})
    for (const auto& finding : findings)
      if (finding.weight == weight) text += finding_text(finding, options);
  return text;
}

std::string mapping_text(const std::vector<model::VdsoMapping>& mappings) {
  std::vector<std::string> parts;
  for (const auto& one : mappings)
    parts.push_back(fmt::format("{} {:x}-{:x} {}", one.name, one.start, one.end, one.permissions));
  return joined(parts, ", ");
}

std::string functions_text(const model::VdsoImage& image, const RenderOptions& options) {
  Table table({{"function"},
               {"version"},
               {"address", Align::kRight},
               {"bytes", Align::kRight},
               {"code"},
               {"also"}});
  for (const auto& function : image.functions)
    table.add_row(
        {{function.name.empty() ? "(name blanked)" : visible(function.name, options.glyphs)},
         {visible(function.version, options.glyphs)},
         {fmt::format("0x{:x}", function.address)},
         {std::to_string(function.size)},
         {function.digest},
         {visible(joined(function.aliases, " "), options.glyphs)}});
  return table.render(2);
}

std::string image_text(const model::VdsoImage& image, const RenderOptions& options) {
  Facts facts = {{"build id", image.build_id.empty() ? "none" : image.build_id}};
  if (!image.release.empty()) facts.emplace_back("built for", image.release);
  facts.emplace_back("versions", image.versions.empty() ? "none" : joined(image.versions, ", "));
  facts.emplace_back("symbols", "counted by " + image.counted_by);
  if (!image.mappings.empty()) facts.emplace_back("mapped", mapping_text(image.mappings));
  const auto head = fmt::format("vDSO of {}: {}, {} bit, {}, {}, {} bytes", image.source,
                                image.machine, image.is_64_bit ? 64 : 32, image.byte_order,
                                image.soname.empty() ? "no SONAME" : image.soname, image.size);
  std::string text = paragraph(head, 0, options) + facts_text(facts, options) + "\n";
  text += image.functions.empty() ? "  no functions\n" : functions_text(image, options);
  text += fmt::format("\n  {}, {}\n",
                      counted(count_of(image.findings, VdsoWeight::kFinding), "finding"),
                      counted(count_of(image.findings, VdsoWeight::kNote), "note"));
  text += findings_text(image.findings, options);
  for (const auto& line : image.not_looked_at)
    text += paragraph("not looked at: " + line, 2, options);
  return text;
}

std::string setting_text(const model::VdsoSetting& setting, const RenderOptions& options) {
  Facts facts = {
      {"clocksource", setting.clocksource.empty() ? "unknown here" : setting.clocksource},
      {"available",
       setting.clocksources.empty() ? "unknown here" : joined(setting.clocksources, ", ")},
      {"time namespace", setting.time_namespace.empty() ? "no offsets" : setting.time_namespace},
      {"seccomp", setting.seccomp.empty() ? "no filter" : setting.seccomp}};
  return "clocks\n" + facts_text(facts, options);
}

/// One row a clock: ns by each way, where any was timed, and the calls counted.
std::string paths_text(const std::vector<model::VdsoPath>& paths) {
  const bool timed =
      std::ranges::any_of(paths, [](const model::VdsoPath& path) { return path.ns.has_value(); });
  std::vector<Column> columns = {{"reading"}, {"ABI"}, {"path"}};
  if (timed) columns.push_back({"ns/op", Align::kRight});
  columns.push_back({"in the kernel", Align::kRight});
  Table table(std::move(columns));
  for (const auto& path : paths) {
    std::vector<Cell> row = {{path.workload}, {path.abi}, {path.path}};
    if (timed) row.push_back({path.ns ? fmt::format("{:.1f}", *path.ns) : "n/a"});
    row.push_back({path.operations == 0 ? "not counted"
                                        : fmt::format("{} of {}", path.calls, path.operations)});
    table.add_row(std::move(row));
  }
  return table.render(2);
}

/// Each reason once, with what it is about.
std::string missing_paths_text(const std::vector<model::VdsoPath>& paths,
                               const RenderOptions& options) {
  std::vector<std::string> reasons;
  for (const auto& path : paths)
    if (!path.unavailable.empty() && std::ranges::count(reasons, path.unavailable) == 0)
      reasons.push_back(path.unavailable);
  std::string text;
  for (const auto& reason : reasons) text += paragraph("n/a: " + reason, 2, options);
  return text;
}

std::string change_text(const model::VdsoChange& change, const RenderOptions& options) {
  const auto name = visible(change.function, options.glyphs);
  if (change.kind != "changed")
    return fmt::format("  {:<8} {} ({} bytes)\n", change.kind, name,
                       std::max(change.old_size, change.new_size));
  std::string text = fmt::format("  {:<8} {} ({} to {} bytes)\n", change.kind, name,
                                 change.old_size, change.new_size);
  for (std::size_t i = 0; i < std::min(change.lines.size(), kMostLines); ++i)
    text += "    " + visible(change.lines[i], options.glyphs) + "\n";
  if (change.lines.size() > kMostLines)
    text += fmt::format("    ... and {} lines more\n", change.lines.size() - kMostLines);
  return text;
}

}  // namespace

std::string vdso_text(const model::VdsoReport& report, const RenderOptions& options) {
  std::string text;
  const auto part = [&](const std::string& more) { text += (text.empty() ? "" : "\n") + more; };
  for (const auto& image : report.images) part(image_text(image, options));
  for (const auto& missing : report.unavailable)
    part(paragraph("unavailable: " + missing.what + ": " + missing.reason, 0, options));
  if (report.setting) part(setting_text(*report.setting, options));
  if (!report.paths.empty())
    part("paths\n" + paths_text(report.paths) + missing_paths_text(report.paths, options));
  if (!report.findings.empty()) text += findings_text(report.findings, options);
  return text;
}

std::string vdso_diff_text(const model::VdsoDiff& diff, const RenderOptions& options) {
  std::string text =
      paragraph(fmt::format("vDSO ({}): {} to {}, {} to {} bytes", diff.machine, diff.old_source,
                            diff.new_source, diff.old_size, diff.new_size),
                0, options);
  for (const auto& change : diff.changes) text += change_text(change, options);
  text += fmt::format("  {} unchanged\n", counted(diff.unchanged, "function"));
  if (!diff.appeared.empty()) text += "  appeared\n" + findings_text(diff.appeared, options);
  if (!diff.gone.empty()) text += "  gone\n" + findings_text(diff.gone, options);
  return text;
}

}  // namespace kab::report
