#include "report/qualification.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "report/numbers.h"
#include "report/row.h"
#include "report/scale.h"

namespace kab::report {
namespace {

// The gate is strict, so that honest trials pass; what it lets through is said as it is.
std::string aa_word(const model::AaResult& aa) {
  if (!aa.ok) return ", FAILED: undecided for that reason";
  if (!aa.interval) return ", too few values to tell";
  const bool leaves_out_zero = aa.interval->low > 0 || aa.interval->high < 0;
  return leaves_out_zero ? ", differs, but not surely enough to void verdicts" : ", ok";
}

std::string where(const model::Comparison& comparison, const model::Judgement& judgement) {
  auto text = subject_title(comparison.workload, comparison.abi, comparison.params) + ", " +
              comparison.metric.name;
  if (judgement.arms.size() > 2) text += ", " + comparison.arm;
  return text;
}

std::string methods_text(const model::Judgement& judgement) {
  std::vector<std::string> methods;
  for (const auto& comparison : judgement.comparisons)
    if (!comparison.method.empty() &&
        std::ranges::find(methods, comparison.method) == methods.end())
      methods.push_back(comparison.method);
  return joined(methods, ", ");
}

bool has_verdict(const model::Judgement& judgement, model::Verdict verdict) {
  return std::ranges::any_of(judgement.comparisons,
                             [&](const auto& one) { return one.verdict == verdict; });
}

void add_meaning(Facts& facts, const model::Judgement& judgement) {
  if (judgement.comparisons.empty()) return;
  const auto replication = judgement.comparisons.front().replication;
  facts.emplace_back(
      "n", replication_text(judgement) + (replication == model::Replication::kUnknown
                                              ? " (what one value stands for is not known)"
                                              : ""));
  const auto methods = methods_text(judgement);
  facts.emplace_back("intervals",
                     interval_text(judgement) + (methods.empty() ? "" : "; test: " + methods));
  const auto threshold = threshold_text(judgement.comparisons.front().thresholds);
  facts.emplace_back("verdicts",
                     has_verdict(judgement, model::Verdict::kSame)
                         ? "same within " + threshold + "; faster and slower lie wholly beyond it"
                         : "faster and slower lie wholly beyond " + threshold);
  facts.emplace_back("spread", "± after a median: scaled MAD of the values, not an error");
}

void add_control(Facts& facts, const model::Judgement& judgement) {
  for (const auto& aa : judgement.aa) {
    const auto level = finite(aa.interval) ? " (" + level_text(aa.level) + ")" : "";
    facts.emplace_back("A/A", subject_title(aa.workload, aa.abi, aa.params) + ", " + aa.metric +
                                  ": baseline against itself " +
                                  change_sentence(aa.change, aa.interval) + level + aa_word(aa));
  }
}

void add_order(Facts& facts, const model::Judgement& judgement) {
  for (const auto& order : judgement.order)
    facts.emplace_back("order", order.workload + ": last place in a block minus first " +
                                    change_sentence(order.last_minus_first, order.interval));
}

void add_undecided(Facts& facts, const model::Judgement& judgement) {
  for (const auto& comparison : judgement.comparisons) {
    const auto needs = needs_text(comparison, judgement);
    if (!needs.empty())
      facts.emplace_back("undecided", where(comparison, judgement) + ": " + needs);
  }
}

// A remark that every comparison carries is said once.
bool is_common(const model::Remark& remark, const model::Judgement& judgement) {
  return judgement.comparisons.size() > 1 &&
         std::ranges::all_of(judgement.comparisons, [&](const auto& comparison) {
           return std::ranges::find(comparison.remarks, remark) != comparison.remarks.end();
         });
}

void add_remarks(Facts& facts, const model::Judgement& judgement) {
  for (const auto& comparison : judgement.comparisons) {
    for (const auto& remark : comparison.remarks) {
      if (!is_common(remark, judgement)) {
        facts.emplace_back("remark", where(comparison, judgement) + ": " + remark.text);
      } else if (&comparison == &judgement.comparisons.front()) {
        facts.emplace_back("remark", "all: " + remark.text);
      }
    }
  }
  for (const auto& warning : judgement.warnings)
    facts.emplace_back("warning",
                       warning.code.empty() ? warning.text : warning.code + ": " + warning.text);
}

}  // namespace

Facts rate_facts(const model::Judgement& judgement) {
  Facts facts;
  for (const auto& view : judgement.views) {
    std::vector<std::optional<double>> values;
    for (const auto& [arm, value] : view.medians) values.emplace_back(value);
    const auto scale = scale_of(view.metric.unit, values);
    std::vector<std::string> parts;
    for (const auto& [arm, value] : view.medians)
      parts.push_back(arm + " " + value_in(scale, value));
    facts.emplace_back(view.metric.name, view.workload + ": " + joined(parts, ", "));
  }
  return facts;
}

std::string interval_text(const model::Judgement& judgement) {
  std::vector<double> levels;
  for (const auto& comparison : judgement.comparisons)
    if (finite(comparison.interval)) levels.push_back(comparison.level);
  if (levels.empty()) return "none could be given";
  const auto [least, most] = std::ranges::minmax(levels);
  const auto family = level_text(judgement.confidence);
  const auto each = level_text(least) == level_text(most)
                        ? level_text(most)
                        : level_text(least) + " to " + level_text(most);
  if (judgement.family_size > 1)
    return fmt::format("simultaneous {} intervals over m = {} comparisons, each at {}", family,
                       judgement.family_size, each);
  return each == family ? family : fmt::format("{}, each at {}", family, each);
}

std::string needs_text(const model::Comparison& comparison, const model::Judgement& judgement) {
  if (comparison.verdict != model::Verdict::kUndecided) return {};
  std::vector<std::string> parts;
  if (finite(comparison.detectable))
    parts.push_back("can show changes from " + share_text(comparison.detectable) + " on now");
  if (comparison.blocks_needed)
    parts.push_back(fmt::format("a verdict at {} needs about {} {} in all",
                                threshold_text(comparison.thresholds), *comparison.blocks_needed,
                                judgement.blocks ? "blocks" : "values an arm"));
  return joined(parts, "; ");
}

Facts qualifications(const model::Judgement& judgement) {
  Facts facts;
  add_meaning(facts, judgement);
  add_control(facts, judgement);
  add_order(facts, judgement);
  add_undecided(facts, judgement);
  add_remarks(facts, judgement);
  return facts;
}

}  // namespace kab::report
