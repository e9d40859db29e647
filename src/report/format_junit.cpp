// JUnit XML as CI systems read it. Times are left out: a test case here is a verdict, and the
// duration that CI would chart is not what was measured.
#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "report/facts.h"
#include "report/formats.h"
#include "report/head.h"
#include "report/qualification.h"
#include "report/row.h"
#include "report/visible.h"

namespace kab::report {
namespace {

// Once visible, no character is left that XML 1.0 forbids.
std::string escaped(std::string_view outside) {
  std::string out;
  for (const char c : visible(outside, Glyphs::kUnicode)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string result_line(const Row& row) {
  return fmt::format("{}: {}; {} {}, {} {}; p {}, n {}", verdict_text(row), change_of(row),
                     row.baseline, row.baseline_value.text, row.arm, row.arm_value.text, row.p,
                     row.n);
}

std::string remark_lines(const model::Comparison& comparison) {
  std::string lines;
  for (const auto& remark : comparison.remarks) lines += '\n' + escaped(remark.text);
  return lines;
}

std::string outcome(const model::Comparison& comparison, const model::Judgement& judgement) {
  const auto line = escaped(result_line(row_of(comparison, Glyphs::kUnicode)));
  const auto remarks = remark_lines(comparison);
  // Only primary metrics decide the exit code, so only they fail a test case.
  if (!comparison.primary)
    return fmt::format("      <system-out>{}{}</system-out>\n", line, remarks);
  switch (comparison.verdict) {
    case model::Verdict::kSlower:
      return fmt::format("      <failure type=\"slower\" message=\"{}\">{}{}</failure>\n", line,
                         line, remarks);
    case model::Verdict::kUndecided: {
      const auto needs = needs_text(comparison, judgement);
      return fmt::format("      <skipped message=\"{}{}\"/>\n", line,
                         needs.empty() ? "" : "; " + escaped(needs)) +
             (remarks.empty() ? "" : "      <system-out>" + remarks.substr(1) + "</system-out>\n");
    }
    case model::Verdict::kFaster:
    case model::Verdict::kSame:
      return fmt::format("      <system-out>{}{}</system-out>\n", line, remarks);
  }
  return {};
}

std::string test_case(const model::Comparison& comparison, const model::Judgement& judgement) {
  const auto subject = subject_title(comparison.workload, comparison.abi, comparison.params);
  const auto name =
      fmt::format("{}: {} against {}", comparison.metric.name, comparison.arm, comparison.baseline);
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n{}    </testcase>\n",
                     escaped(subject), escaped(name), outcome(comparison, judgement));
}

std::string properties(const Facts& facts) {
  std::string out = "    <properties>\n";
  for (const auto& [name, value] : facts)
    out +=
        fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", escaped(name), escaped(value));
  return out + "    </properties>\n";
}

std::ptrdiff_t count_of(const model::Judgement& judgement, model::Verdict verdict) {
  return std::ranges::count_if(judgement.comparisons, [verdict](const model::Comparison& one) {
    return one.primary && one.verdict == verdict;
  });
}

}  // namespace

std::string render_junit(const model::Judgement& judgement) {
  const auto counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\"",
                  judgement.comparisons.size(), count_of(judgement, model::Verdict::kSlower),
                  count_of(judgement, model::Verdict::kUndecided));
  auto out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kab\" {}>\n"
      "  <testsuite name=\"{}\" {}>\n",
      counts, escaped(headline(judgement)), counts);
  out += properties(head_facts(judgement));
  for (const auto& comparison : judgement.comparisons) out += test_case(comparison, judgement);
  std::string warnings;
  for (const auto& warning : judgement.warnings) warnings += escaped(warning.text) + '\n';
  if (!warnings.empty()) out += "    <system-out>" + warnings + "    </system-out>\n";
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace kab::report
