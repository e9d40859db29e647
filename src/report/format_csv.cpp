// RFC 4180, with the one danger that RFC leaves out: a spreadsheet runs what looks like a formula.
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/number.h"
#include "base/text.h"
#include "report/formats.h"
#include "report/numbers.h"
#include "report/visible.h"

namespace kab::report {
namespace {

constexpr std::string_view kHeader =
    "workload,abi,params,metric,primary,unit,better,baseline,arm,baseline_n,arm_n,"
    "unit_of_replication,baseline_median,arm_median,baseline_spread,arm_spread,change,"
    "absolute_change,interval_low,interval_high,level,p,method,threshold,verdict,detectable,"
    "blocks_needed,remarks";

std::string cell(std::string_view outside) {
  auto text = visible(outside, Glyphs::kUnicode);
  const bool formula = text.find_first_of("=+-@") == 0;
  if (formula) text.insert(0, 1, '\'');
  if (!formula && text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted_text = "\"";
  for (const char c : text) {
    if (c == '"') quoted_text += '"';
    quoted_text += c;
  }
  return quoted_text + '"';
}

std::string cell(std::optional<double> value) {
  return finite(value) ? shortest(*value) : std::string();
}

std::string params_cell(const model::Params& params) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : params) parts.push_back(key + "=" + value);
  return cell(joined(parts, ";"));
}

std::string remarks_cell(const std::vector<model::Remark>& remarks) {
  std::vector<std::string> parts;
  for (const auto& [code, text] : remarks) parts.push_back(code + ": " + text);
  return cell(joined(parts, "; "));
}

// What is compared: the first twelve columns.
std::vector<std::string> subject_cells(const model::Comparison& one) {
  return {cell(one.workload),
          cell(one.abi),
          params_cell(one.params),
          cell(one.metric.name),
          one.primary ? "true" : "false",
          cell(one.metric.unit),
          cell(text_of(one.metric.better)),
          cell(one.baseline),
          cell(one.arm),
          fmt::to_string(one.baseline_n),
          fmt::to_string(one.arm_n),
          cell(text_of(one.replication))};
}

std::vector<std::string> result_cells(const model::Comparison& one) {
  const auto interval = finite(one.interval);
  const auto end = [&](double Interval::* which) {
    return interval ? cell(std::optional((*interval).*which)) : std::string();
  };
  return {cell(one.baseline_median),
          cell(one.arm_median),
          cell(one.baseline_spread),
          cell(one.arm_spread),
          cell(one.change),
          cell(one.absolute_change),
          end(&Interval::low),
          end(&Interval::high),
          cell(std::optional(one.level)),
          cell(reportable_p(one.p)),
          cell(one.method),
          cell(joined(one.thresholds, ";")),
          cell(text_of(one.verdict)),
          cell(one.detectable),
          one.blocks_needed ? fmt::to_string(*one.blocks_needed) : "",
          remarks_cell(one.remarks)};
}

// A geometric mean in the same columns; n is the number of subjects in it.
std::string mean_line(const model::MeanChange& mean) {
  const auto limits = mean.unmatched > 0
                          ? fmt::format("{} on one side only are left out", mean.unmatched)
                          : std::string();
  const auto count = fmt::to_string(mean.common);
  const std::vector<std::string> cells = {"geometric mean",
                                          "",
                                          "",
                                          cell(mean.metric.name),
                                          "",
                                          cell(mean.metric.unit),
                                          cell(text_of(mean.metric.better)),
                                          cell(mean.baseline),
                                          cell(mean.arm),
                                          count,
                                          count,
                                          "subject",
                                          "",
                                          "",
                                          "",
                                          "",
                                          cell(mean.change),
                                          "",
                                          "",
                                          "",
                                          "",
                                          "",
                                          "",
                                          "",
                                          "",
                                          "",
                                          "",
                                          cell(mean.reason.empty() ? limits : mean.reason)};
  return joined(cells, ",");
}

}  // namespace

std::string render_csv(const model::Judgement& judgement) {
  std::string out = std::string(kHeader) + "\r\n";
  for (const auto& comparison : judgement.comparisons)
    out += joined(subject_cells(comparison), ",") + ',' + joined(result_cells(comparison), ",") +
           "\r\n";
  for (const auto& mean : judgement.means) out += mean_line(mean) + "\r\n";
  return out;
}

}  // namespace kab::report
