// GitHub-flavoured Markdown, for a pull request or a CI summary.
#include <string_view>
#include <vector>

#include "base/text.h"
#include "report/facts.h"
#include "report/formats.h"
#include "report/grouped.h"
#include "report/head.h"
#include "report/qualification.h"
#include "report/row.h"
#include "report/visible.h"

namespace kab::report {
namespace {

// '@' and '#' too: a name must not call a person or close an issue.
std::string escaped(std::string_view outside, Glyphs glyphs) {
  std::string out;
  for (const char c : visible(outside, glyphs)) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '@') {
      out += "&#64;";
    } else {
      if (std::string_view("\\`*_[]|~#>!$").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string line_of(const std::vector<std::string>& cells) {
  return "| " + joined(cells, " | ") + " |\n";
}

std::string table(const model::Judgement& judgement, Glyphs glyphs) {
  auto out = line_of({"workload", "metric", "baseline", "arm", "change", "interval", "absolute",
                      "p", "n", "verdict"}) +
             "|---|---|---:|---:|---:|---|---:|---:|---:|---|\n";
  std::vector<Row> rows;
  for (const auto& comparison : judgement.comparisons) rows.push_back(row_of(comparison, glyphs));
  for (const auto& mean : judgement.means) rows.push_back(row_of(mean, glyphs));
  for (const auto& row : rows) {
    const auto named = [&](const std::string& name, const std::string& value) {
      return escaped(name, glyphs) + (value.empty() ? "" : ": " + escaped(value, glyphs));
    };
    const bool decided =
        row.verdict == model::Verdict::kSlower || row.verdict == model::Verdict::kFaster;
    const auto verdict = verdict_text(row);
    out += line_of({escaped(row.title, glyphs), escaped(row.metric, glyphs),
                    named(row.baseline, row.baseline_value.text),
                    named(row.arm, row.arm_value.text), escaped(row.change.change, glyphs),
                    escaped(row.change.interval, glyphs), escaped(row.absolute.text, glyphs),
                    escaped(row.p, glyphs), row.n, decided ? "**" + verdict + "**" : verdict});
  }
  return out;
}

std::string list_of(const Facts& facts, Glyphs glyphs) {
  std::string out;
  for (const auto& [label, text] : facts)
    out += "- " + escaped(label, glyphs) + ": " + escaped(text, glyphs) + '\n';
  return out;
}

// A code block by indentation: no fence that a name could close. Tabs stay as they are.
std::string distributions(const model::Judgement& judgement, const RenderOptions& options) {
  std::string out;
  for (const auto& distribution : judgement.distributions) {
    out += '\n' + escaped(grouped_title(distribution), options.glyphs) + ":\n\n";
    const auto grouped = grouped_text(distribution, options);
    for (const auto line : split(trimmed(grouped), '\n'))
      out += line.empty() ? "\n" : "    " + std::string(line) + '\n';
  }
  return out;
}

}  // namespace

std::string render_markdown(const model::Judgement& judgement, const RenderOptions& options) {
  return "### " + escaped(headline(judgement), options.glyphs) + "\n\n" +
         list_of(head_facts(judgement), options.glyphs) + '\n' + table(judgement, options.glyphs) +
         '\n' + list_of(qualifications(judgement), options.glyphs) +
         list_of(rate_facts(judgement), options.glyphs) + distributions(judgement, options);
}

}  // namespace kab::report
