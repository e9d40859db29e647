#include "report/qualification.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
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

// "lower ns/op is better, higher B/s is better": the rule that turns a change into a word.
std::string direction_text(const model::Judgement& judgement) {
  std::vector<std::string> rules;
  for (const auto& comparison : judgement.comparisons) {
    const auto& metric = comparison.metric;
    auto rule = std::string(text_of(metric.better)) + " " +
                (metric.unit.empty() ? metric.name : metric.unit) + " is better";
    if (std::ranges::find(rules, rule) == rules.end()) rules.push_back(std::move(rule));
  }
  return joined(rules, ", ");
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
                     (has_verdict(judgement, model::Verdict::kSame)
                          ? "same within " + threshold + "; faster and slower lie wholly beyond it"
                          : "faster and slower lie wholly beyond " + threshold) +
                         "; " + direction_text(judgement));
  facts.emplace_back("spread", "± after a median: scaled MAD of the values, not an error");
}

// A layout that moved can be real and repeatable here, and no fault of the change under test.
void add_scope(Facts& facts, const model::Judgement& judgement) {
  if (!judgement.boots) return;
  facts.emplace_back("scope",
                     "these builds on this machine, " +
                         (*judgement.boots == 1 ? std::string("one boot")
                                                : fmt::format("{} boots", *judgement.boots)) +
                         "; not what caused a difference, nor other machines");
}

void add_means(Facts& facts, const model::Judgement& judgement) {
  for (const auto& mean : judgement.means) {
    auto text =
        fmt::format("{}, {}: {} over {} subjects, of the ratios of medians", mean.metric.name,
                    mean.arm, change_sentence(mean.change, std::nullopt), mean.common);
    if (!mean.change) text = mean.metric.name + ", " + mean.arm + ": none, " + mean.reason;
    if (mean.unmatched > 0)
      text += fmt::format("; sets differ: {} on one side only are left out", mean.unmatched);
    facts.emplace_back("geomean", text);
  }
}

void add_recoveries(Facts& facts, const model::Judgement& judgement) {
  for (const auto& recovery : judgement.recoveries)
    facts.emplace_back("recovery",
                       recovery_text(recovery) +
                           (recovery.interval ? " (" + level_text(recovery.level) + ")" : ""));
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

std::string_view units_of(const model::Plan& plan, const model::Judgement& judgement) {
  if (judgement.blocks) return "blocks";
  switch (plan.replication) {
    case model::Replication::kProcess:
      return "processes a side";
    case model::Replication::kBoot:
      return "boots a side";
    case model::Replication::kSession:
      return "sessions a side";
    case model::Replication::kUnknown:
      return "values a side";
  }
  return "values a side";
}

void add_number(std::vector<std::string>& parts, std::optional<std::size_t> number,
                std::string_view purpose) {
  if (number) parts.push_back(fmt::format("{} {}", *number, purpose));
}

std::vector<std::string> plan_parts(const model::Plan& plan) {
  std::vector<std::string> parts;
  add_number(parts, plan.for_twice,
             "to show a true change of twice the threshold (in 80 of 100 repetitions)");
  add_number(parts, plan.for_none, "to show that nothing changed (in 80 of 100)");
  add_number(parts, plan.as_observed, "for a verdict if the effect stays as observed");
  return parts;
}

// What all comparisons need together: the most that one of them does, where all are known.
model::Plan plan_in_all(const model::Judgement& judgement) {
  model::Plan most = judgement.plans.front();
  most.reason.clear();
  const auto larger = [](std::optional<std::size_t>& into, std::optional<std::size_t> other) {
    into = into && other ? std::optional(std::max(*into, *other)) : std::nullopt;
  };
  for (const auto& plan : judgement.plans) {
    larger(most.for_twice, plan.for_twice);
    larger(most.for_none, plan.for_none);
    larger(most.as_observed, plan.as_observed);
  }
  return most;
}

void add_plans(Facts& facts, const model::Judgement& judgement) {
  for (const auto& plan : judgement.plans) {
    auto text = subject_title(plan.workload, plan.abi, plan.params);
    text += (text.empty() ? "" : ", ") + plan.metric.name;
    if (!plan.arm.empty() && judgement.arms.size() > 2) text += ", " + plan.arm;
    text += fmt::format(": {} {} now, threshold {}", plan.n, units_of(plan, judgement),
                        threshold_text(plan.thresholds));
    const auto parts = plan_parts(plan);
    if (!parts.empty()) text += "; in all " + joined(parts, ", ");
    if (!plan.reason.empty()) text += "; " + plan.reason;
    facts.emplace_back("plan", text);
  }
  if (judgement.plans.size() < 2) return;
  const auto parts = plan_parts(plan_in_all(judgement));
  if (!parts.empty())
    facts.emplace_back(
        "plan", fmt::format("all {} comparisons: {}", judgement.plans.size(), joined(parts, ", ")));
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
    const auto shared = scale_of(view.metric.unit, values);
    const bool apart = far_apart(values);
    std::vector<std::string> parts;
    for (const auto& [arm, value] : view.medians) {
      const std::optional<double> own = value;
      const auto scale = apart ? scale_of(view.metric.unit, std::span(&own, 1)) : shared;
      parts.push_back(arm + " " + value_in(scale, value));
    }
    facts.emplace_back(view.metric.name, view.workload + ": " + joined(parts, ", "));
  }
  return facts;
}

std::string recovery_text(const model::Recovery& recovery) {
  return subject_title(recovery.workload, recovery.abi, recovery.params) + ", " +
         recovery.metric.name + ", the loss of " + recovery.lost + ": " + recovery.by + " " +
         recovery.text;
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
    parts.push_back(
        fmt::format("a verdict at {} needs about {} {} in all, if the effect stays as observed",
                    threshold_text(comparison.thresholds), *comparison.blocks_needed,
                    judgement.blocks ? "blocks" : "values an arm"));
  if (!comparison.blocks_needed && finite(comparison.detectable))
    parts.push_back(
        "no practical number of values decides while the estimate lies at the limit of " +
        threshold_text(comparison.thresholds));
  return joined(parts, "; ");
}

Facts qualifications(const model::Judgement& judgement) {
  Facts facts;
  add_meaning(facts, judgement);
  add_scope(facts, judgement);
  add_means(facts, judgement);
  add_recoveries(facts, judgement);
  add_control(facts, judgement);
  add_order(facts, judgement);
  add_undecided(facts, judgement);
  add_plans(facts, judgement);
  add_remarks(facts, judgement);
  return facts;
}

}  // namespace kab::report
