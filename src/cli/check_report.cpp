#include "cli/check_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/version.h"
#include "model/json.h"
#include "report/visible.h"

namespace kab::cli {
namespace {

using model::Json;
using wire::CheckOutcome;

constexpr std::size_t kIndent = 13;

std::string_view word_of(CheckOutcome outcome) {
  return outcome == CheckOutcome::kFailed ? "FAILED" : wire::text_of(outcome);
}

std::string lines_of(const CheckResult& result, const report::RenderOptions& look) {
  std::string text =
      fmt::format("{:<12} {:<20} {:<7} {}\n", word_of(result.checked.outcome), result.name,
                  result.abi, report::visible(result.checked.property, look.glyphs));
  for (const auto& line : result.checked.evidence)
    text += std::string(kIndent, ' ') + report::wrapped(report::visible(line, look.glyphs),
                                                        static_cast<std::size_t>(look.columns),
                                                        kIndent);
  return text;
}

std::string summary_of(const CheckReport& report) {
  const auto failed = count_of(report, CheckOutcome::kFailed);
  std::string text = fmt::format("{} passed, {} failed, {} unavailable; seed {}\n",
                                 count_of(report, CheckOutcome::kPassed), failed,
                                 count_of(report, CheckOutcome::kUnavailable), report.seed);
  if (failed == 0) return text;
  const auto first =
      std::ranges::find(report.results, CheckOutcome::kFailed,
                        [](const CheckResult& result) { return result.checked.outcome; });
  return text + fmt::format("again: kab check --seed {} --abi {} {}\n", report.seed, first->abi,
                            first->name);
}

Json json_of(const CheckResult& result) {
  Json numbers = Json::array();
  for (const auto& number : result.checked.numbers)
    numbers.push_back({{"name", number.name}, {"value", number.value}, {"unit", number.unit}});
  return {{"name", result.name},
          {"abi", result.abi},
          {"outcome", std::string(wire::text_of(result.checked.outcome))},
          {"property", result.checked.property},
          {"evidence", result.checked.evidence},
          {"numbers", std::move(numbers)}};
}

}  // namespace

std::size_t count_of(const CheckReport& report, CheckOutcome outcome) {
  return static_cast<std::size_t>(std::ranges::count(
      report.results, outcome, [](const CheckResult& result) { return result.checked.outcome; }));
}

std::string text_of(const CheckReport& report, const report::RenderOptions& look) {
  std::string text;
  for (const auto& result : report.results) text += lines_of(result, look);
  for (const auto& abi : report.missing)
    text += fmt::format("{:<12} {:<20} {:<7} {}\n", "unavailable", "every check", abi.abi,
                        report::visible(abi.reason, look.glyphs));
  return text + summary_of(report);
}

std::string json_text_of(const CheckReport& report) {
  Json checks = Json::array();
  for (const auto& result : report.results) checks.push_back(json_of(result));
  Json missing = Json::array();
  for (const auto& abi : report.missing)
    missing.push_back({{"abi", abi.abi}, {"reason", abi.reason}});
  const Json document = {{"schema", 1},
                         {"kab", std::string(version())},
                         {"seed", report.seed},
                         {"checks", std::move(checks)},
                         {"unavailable", std::move(missing)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kab::cli
