#include "analysis/judge_sets.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "analysis/aa_control.h"
#include "analysis/call_changes.h"
#include "analysis/conclusion.h"
#include "analysis/conflicts.h"
#include "analysis/environment_diff.h"
#include "analysis/grouping.h"
#include "analysis/means.h"
#include "analysis/noticed.h"
#include "analysis/plan.h"
#include "analysis/recovery.h"
#include "analysis/setting.h"
#include "analysis/shape.h"
#include "analysis/unpaired.h"
#include "analysis/views.h"
#include "base/text.h"
#include "stats/mann_whitney.h"
#include "stats/summary.h"

namespace kab::analysis {
namespace {

class SidesJudge {
 public:
  SidesJudge(const std::vector<Side>& sides, const JudgeOptions& options)
      : sides_(sides), options_(options), matching_(sides) {
    policy_.thresholds = options.thresholds.value_or(model::default_thresholds());
    policy_.confidence = options.confidence.value_or(0.95);
    policy_.look_alpha = 1 - policy_.confidence;
    policy_.family_size = std::max<std::size_t>(1, matching_.matched_primaries());
  }

  Result<model::Judgement> judge() {
    set_header();
    baseline_against_itself();
    for (const auto& set : sides_.front().sets) {
      KAB_CHECK(judge_set(set));
      if (!set.primary) continue;
      add_view(set);
      add_shape(set);
      if (options_.group_width) add_distribution(set);
    }
    judgement_.calls = call_changes(sides_);
    if (judgement_.comparisons.empty() && judgement_.calls.empty() && sides_.size() > 1)
      return fail_input("nothing to compare: " + sides_.front().name + " and " + sides_[1].name +
                        " have no benchmark in common");
    judgement_.means = geometric_means(judgement_.comparisons,
                                       [&](const model::Metric& metric, const std::string& arm) {
                                         return matching_.unmatched(metric, arm);
                                       });
    append(matching_.warnings());
    append(conflicting_metrics(judgement_.comparisons));
    notice();
    return std::move(judgement_);
  }

 private:
  void append(std::vector<model::Remark> warnings) {
    std::ranges::move(warnings, std::back_inserter(judgement_.warnings));
  }

  // A benchmark of the baseline against all sides that hold it.
  Result<void> judge_set(const ValueSet& set) {
    const auto first = judgement_.comparisons.size();
    std::vector<const ValueSet*> partners;
    for (std::size_t i = 1; i < sides_.size(); ++i)
      if (const auto* other = matching_.partner(set, sides_[i])) {
        KAB_CHECK(compare(set, *other, sides_[i]));
        partners.push_back(other);
      }
    if (!set.primary) return {};
    add_recoveries(set, partners, std::span(judgement_.comparisons).subspan(first));
    if (options_.planning == Planning::kYes) add_plans(set, first);
    return {};
  }

  static GroupedValues values_of(const ValueSet& set) {
    return {.values = set.values, .groups = set.groups};
  }

  void add_recoveries(const ValueSet& base, const std::vector<const ValueSet*>& partners,
                      std::span<const model::Comparison> ours) {
    const auto found = worst_loss(ours);
    if (!found) return;
    for (const auto by : found->others)
      if (auto recovery = unpaired_recovery(ours[found->lost], ours[by],
                                            {.baseline = values_of(base),
                                             .lost = values_of(*partners[found->lost]),
                                             .by = values_of(*partners[by])},
                                            policy_.level()))
        judgement_.recoveries.push_back(std::move(*recovery));
  }

  void add_plans(const ValueSet& set, std::size_t first) {
    for (std::size_t i = first; i < judgement_.comparisons.size(); ++i)
      judgement_.plans.push_back(plan_of(judgement_.comparisons[i], policy_, Design::kUnpaired));
    if (sides_.size() > 1) return;
    model::Plan names{.workload = set.workload,
                      .abi = set.abi,
                      .params = set.params,
                      .metric = set.metric,
                      .arm = {},
                      .replication = set.replication,
                      .thresholds = {},
                      .as_observed = {},
                      .for_twice = {},
                      .for_none = {},
                      .reason = {}};
    judgement_.plans.push_back(plan_of_one_side(std::move(names), set.values, policy_));
  }

  void set_header() {
    judgement_.confidence = policy_.confidence;
    judgement_.family_size = policy_.family_size;
    for (const auto& side : sides_) judgement_.arms.push_back({.name = side.name, .settings = {}});
    count_boots();
    if (!sides_.front().sessions.empty()) {
      const auto& session = *sides_.front().sessions.front();
      judgement_.lane = session.lane;
      if (!session.arms.empty())
        judgement_.setting = setting_of_machine(session.arms.front().environment);
    }
  }

  // Known only when every session says its boot.
  void count_boots() {
    std::set<std::string> boots;
    for (const auto& side : sides_) {
      if (side.sessions.empty()) return;
      for (const auto* session : side.sessions) boots.insert(session->boot_id);
    }
    if (!boots.contains("")) judgement_.boots = boots.size();
  }

  Result<void> compare(const ValueSet& base, const ValueSet& arm, const Side& side) {
    if (base.metric.unit != arm.metric.unit || base.metric.better != arm.metric.better)
      return fail_input("cannot compare " + base.workload + ": " + sides_.front().name + " is in " +
                        in_quotes(base.metric.unit) + ", " + side.name + " in " +
                        in_quotes(arm.metric.unit));
    model::Comparison names;
    names.workload = base.workload;
    names.abi = base.abi;
    names.params = base.params;
    names.metric = base.metric;
    names.primary = base.primary;
    names.baseline = sides_.front().name;
    names.arm = side.name;
    names.replication = base.replication;
    KAB_TRY(auto comparison,
            compare_unpaired(std::move(names), values_of(base), values_of(arm),
                             base.primary ? policy_ : policy_beside(policy_, base.metric)));
    withhold_where_due(comparison);
    judgement_.comparisons.push_back(std::move(comparison));
    return {};
  }

  // No verdict where the baseline, recorded before and after, differs from itself.
  void withhold_where_due(model::Comparison& comparison) const {
    for (const auto& aa : judgement_.aa) {
      const bool ours = aa.workload == comparison.workload && aa.abi == comparison.abi &&
                        aa.params == comparison.params;
      if (!ours || aa.ok) continue;
      comparison.verdict = model::Verdict::kUndecided;
      std::erase_if(comparison.remarks,
                    [](const auto& said) { return said.code == "real-but-small"; });
      remark(comparison, "aa-failed",
             "baseline against itself differs by " + signed_percent(aa.change.value_or(0)) +
                 " between its sessions: no verdict on this workload");
    }
  }

  template <class F>
  void for_each_side(const ValueSet& base, F&& body) {
    body(sides_.front().name, base);
    for (std::size_t i = 1; i < sides_.size(); ++i)
      if (const auto* other = matching_.partner(base, sides_[i])) body(sides_[i].name, *other);
  }

  void add_view(const ValueSet& base) {
    const auto view = rate_view(base.subject);
    if (!view) return;
    model::DerivedView derived{.workload = base.workload, .metric = *view, .medians = {}};
    for_each_side(base, [&](const std::string& name, const ValueSet& set) {
      if (const auto median = stats::median(set.values))
        derived.medians.emplace_back(name, seen_as(*median, set.subject, set.metric, *view));
    });
    judgement_.views.push_back(std::move(derived));
  }

  void add_shape(const ValueSet& base) {
    std::vector<NamedValues> arms;
    for_each_side(base, [&](const std::string& name, const ValueSet& set) {
      arms.emplace_back(name, set.values);
    });
    model::Shape names{.workload = base.workload,
                       .abi = base.abi,
                       .params = base.params,
                       .metric = base.metric,
                       .arms = {}};
    if (auto shape = shape_of(std::move(names), arms))
      judgement_.shapes.push_back(std::move(*shape));
  }

  // The set of the same subject in the metric that is asked for by name; nothing where it has none.
  const ValueSet* named(const ValueSet& primary) const {
    if (!options_.view) return nullptr;
    for (const auto& set : sides_.front().sets)
      if (set.metric.name == *options_.view && set.workload == primary.workload &&
          set.abi == primary.abi && set.params == primary.params)
        return &set;
    return nullptr;
  }

  // As of a trial: what is asked for by name, else the rate of the primary metric, or itself.
  void add_distribution(const ValueSet& primary) {
    const auto* asked = named(primary);
    const auto& base = asked != nullptr ? *asked : primary;
    const auto view =
        asked != nullptr ? base.metric : rate_view(base.subject).value_or(base.metric);
    model::GroupedDistribution distribution{
        .workload = base.workload, .metric = view, .width = *options_.group_width, .arms = {}};
    for_each_side(base, [&](const std::string& name, const ValueSet& set) {
      std::vector<double> seen;
      seen.reserve(set.values.size());
      for (const double value : set.values)
        seen.push_back(seen_as(value, set.subject, set.metric, view));
      distribution.arms.push_back(
          {.name = name, .n = seen.size(), .groups = grouped(seen, *options_.group_width)});
    });
    judgement_.distributions.push_back(std::move(distribution));
  }

  void notice() {
    for (const auto& side : sides_)
      for (const auto& set : side.sets) {
        if (!set.primary) continue;
        const auto who = set.workload.empty() || set.workload == side.name
                             ? side.name
                             : set.workload + ", " + side.name;
        append(noticed_trends(set.values, who));
        append(noticed_shape(set.values, who));
      }
    const bool only_recordings =
        std::ranges::none_of(sides_, [](const Side& side) { return side.sessions.empty(); });
    if (!only_recordings && sides_.size() > 1)
      judgement_.warnings.push_back(
          {"not-interleaved",
           "as far as is known each side was measured in one go, one after the other: a drift of "
           "the machine between them would look like a change"});
    name_course();
    if (sides_.front().sessions.empty()) return;
    for (std::size_t i = 1; i < sides_.size(); ++i)
      if (!sides_[i].sessions.empty())
        append(environment_warnings(*sides_.front().sessions.front(), *sides_[i].sessions.front()));
  }

  // Arms of one trial are sides of one session: said once.
  void name_course() {
    std::set<const model::Session*> said;
    for (const auto& side : sides_)
      for (const auto* session : side.sessions) {
        if (!said.insert(session).second) continue;
        const auto who = session->label.empty() ? std::string("trial") : side.name;
        for (auto& [code, text] : course_warnings(*session))
          judgement_.warnings.push_back({std::move(code), who + ": " + std::move(text)});
      }
  }

  // The real power of an A/A control is between sessions: the baseline recorded before and after.
  void baseline_against_itself() {
    for (const auto& set : sides_.front().sets) {
      if (!set.primary || set.groups.empty() || sides_.front().sessions.size() < 2) continue;
      if (!all_positive(set.values, {})) continue;
      const auto sessions = by_group(values_of(set));
      if (sessions.size() < 2) continue;
      const auto first = logs_of(sessions.begin()->second);
      const auto last = logs_of(sessions.rbegin()->second);
      model::AaResult result{.workload = set.workload,
                             .abi = set.abi,
                             .params = set.params,
                             .metric = set.metric.name,
                             .change = {},
                             .interval = {},
                             .level = policy_.confidence};
      const double shift = *stats::shift_estimate(first, last);
      result.change = std::expm1(shift);
      if (const auto interval = stats::shift_interval(first, last, policy_.confidence))
        result.interval = {std::expm1(interval->low), std::expm1(interval->high)};
      result.ok = control_of(shift, stats::shift_interval(first, last, strict_level(policy_)),
                             policy_, set.metric, stats::median(set.values)) == Control::kHolds;
      judgement_.aa.push_back(std::move(result));
    }
  }

  const std::vector<Side>& sides_;
  const JudgeOptions& options_;
  Matching matching_;
  Policy policy_;
  model::Judgement judgement_;
};

}  // namespace

Result<model::Judgement> judge_sides(const std::vector<Side>& sides, const JudgeOptions& options) {
  if (sides.empty() || (sides.size() < 2 && options.planning == Planning::kNo))
    return fail_input(
        "a comparison needs two sides or more: kab compare BASE NEW... (one alone will do for "
        "--plan)");
  return SidesJudge(sides, options).judge();
}

}  // namespace kab::analysis
