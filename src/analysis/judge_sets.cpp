#include "analysis/judge_sets.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/environment_diff.h"
#include "analysis/grouping.h"
#include "analysis/noticed.h"
#include "analysis/unpaired.h"
#include "analysis/views.h"
#include "base/text.h"
#include "stats/mann_whitney.h"
#include "stats/summary.h"

namespace kab::analysis {
namespace {

bool names_match(const ValueSet& a, const ValueSet& b) {
  return a.workload == b.workload && a.abi == b.abi && a.params == b.params &&
         a.metric.name == b.metric.name;
}

std::size_t primary_count(const Side& side) {
  return static_cast<std::size_t>(std::ranges::count_if(side.sets, &ValueSet::primary));
}

class SidesJudge {
 public:
  SidesJudge(const std::vector<Side>& sides, const JudgeOptions& options)
      : sides_(sides), options_(options) {
    one_each_ = std::ranges::all_of(sides, [](const Side& s) { return primary_count(s) == 1; });
    policy_.thresholds = options.thresholds.value_or(model::default_thresholds());
    policy_.confidence = options.confidence.value_or(0.95);
    policy_.look_alpha = 1 - policy_.confidence;
    policy_.family_size = std::max<std::size_t>(1, matched_primaries());
  }

  Result<model::Judgement> judge() {
    set_header();
    for (const auto& set : sides_.front().sets) {
      for (std::size_t i = 1; i < sides_.size(); ++i)
        if (const auto* other = partner(set, sides_[i])) KAB_CHECK(compare(set, *other, sides_[i]));
      if (!set.primary) continue;
      add_view(set);
      if (options_.group_width) add_distribution(set);
    }
    if (judgement_.comparisons.empty())
      return fail_input("nothing to compare: " + sides_.front().name + " and " + sides_[1].name +
                        " have no benchmark in common");
    name_unmatched();
    notice();
    return std::move(judgement_);
  }

 private:
  const ValueSet* partner(const ValueSet& set, const Side& side) const {
    for (const auto& candidate : side.sets) {
      if (one_each_ ? candidate.primary && set.primary : names_match(set, candidate))
        return &candidate;
      if (one_each_ && !set.primary && candidate.metric.name == set.metric.name &&
          !candidate.primary)
        return &candidate;
    }
    return nullptr;
  }

  std::size_t matched_primaries() const {
    std::size_t matched = 0;
    for (const auto& set : sides_.front().sets)
      for (std::size_t i = 1; i < sides_.size(); ++i)
        if (set.primary && partner(set, sides_[i]) != nullptr) ++matched;
    return matched;
  }

  void set_header() {
    judgement_.confidence = policy_.confidence;
    judgement_.family_size = policy_.family_size;
    for (const auto& side : sides_) judgement_.arms.push_back({.name = side.name, .settings = {}});
    if (!sides_.front().sessions.empty()) {
      const auto& session = *sides_.front().sessions.front();
      judgement_.lane = session.lane;
      if (!session.arms.empty())
        judgement_.setting = setting_of_machine(session.arms.front().environment);
    }
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
            compare_unpaired(std::move(names), {.values = base.values, .groups = base.groups},
                             {.values = arm.values, .groups = arm.groups}, policy_));
    judgement_.comparisons.push_back(std::move(comparison));
    return {};
  }

  template <class F>
  void for_each_side(const ValueSet& base, F&& body) {
    body(sides_.front().name, base);
    for (std::size_t i = 1; i < sides_.size(); ++i)
      if (const auto* other = partner(base, sides_[i])) body(sides_[i].name, *other);
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

  void add_distribution(const ValueSet& base) {
    const auto rate = rate_view(base.subject);
    const bool as_rate = rate && options_.view.value_or(rate->name) != base.metric.name;
    const auto view = as_rate ? *rate : base.metric;
    model::GroupedDistribution distribution{
        .workload = base.workload, .metric = view, .width = *options_.group_width, .arms = {}};
    for_each_side(base, [&](const std::string& name, const ValueSet& set) {
      std::vector<double> seen;
      for (const double value : set.values)
        seen.push_back(seen_as(value, set.subject, set.metric, view));
      distribution.arms.push_back(
          {.name = name, .n = seen.size(), .groups = grouped(seen, *options_.group_width)});
    });
    judgement_.distributions.push_back(std::move(distribution));
  }

  void name_unmatched() {
    const auto add = [&](const ValueSet& set, const std::string& where) {
      judgement_.warnings.push_back(
          {"unmatched", model::title_of(set.workload, set.params) + " is in " + where + " only"});
    };
    for (std::size_t i = 1; i < sides_.size(); ++i) {
      for (const auto& set : sides_.front().sets)
        if (set.primary && partner(set, sides_[i]) == nullptr) add(set, sides_.front().name);
      for (const auto& set : sides_[i].sets)
        if (set.primary && partner(set, sides_.front()) == nullptr) add(set, sides_[i].name);
    }
  }

  void notice() {
    const auto append = [&](std::vector<model::Remark> remarks) {
      std::ranges::move(remarks, std::back_inserter(judgement_.warnings));
    };
    for (const auto& side : sides_)
      for (const auto& set : side.sets) {
        if (!set.primary) continue;
        const auto who = set.workload.empty() ? side.name : set.workload + ", " + side.name;
        append(noticed_trends(set.values, who));
        append(noticed_shape(set.values, who));
      }
    if (sides_.front().sessions.empty()) return;
    for (std::size_t i = 1; i < sides_.size(); ++i)
      if (!sides_[i].sessions.empty())
        append(environment_warnings(*sides_.front().sessions.front(), *sides_[i].sessions.front()));
    baseline_against_itself();
  }

  // The real power of an A/A control is between sessions: the baseline recorded before and after.
  void baseline_against_itself() {
    for (const auto& set : sides_.front().sets) {
      if (!set.primary || set.groups.empty()) continue;
      std::vector<double> first;
      std::vector<double> last;
      for (std::size_t i = 0; i < set.values.size(); ++i) {
        if (set.groups[i] == set.groups.front()) first.push_back(std::log(set.values[i]));
        if (set.groups[i] == set.groups.back()) last.push_back(std::log(set.values[i]));
      }
      if (set.groups.front() == set.groups.back()) continue;
      model::AaResult result{.workload = set.workload,
                             .abi = set.abi,
                             .params = set.params,
                             .metric = set.metric.name,
                             .change = {},
                             .interval = {},
                             .level = policy_.confidence};
      if (const auto shift = stats::shift_estimate(first, last)) result.change = std::expm1(*shift);
      if (const auto interval = stats::shift_interval(first, last, policy_.confidence))
        result.interval = {std::expm1(interval->low), std::expm1(interval->high)};
      judgement_.aa.push_back(std::move(result));
    }
  }

  const std::vector<Side>& sides_;
  const JudgeOptions& options_;
  bool one_each_ = false;
  Policy policy_;
  model::Judgement judgement_;
};

void append_values(ValueSet& set, const model::Session& session, std::uint32_t subject,
                   std::uint32_t metric, std::uint32_t arm, std::uint32_t group) {
  for (const auto& sample : session.samples) {
    if (sample.subject != subject || sample.arm != arm || sample.slot != model::Slot::kArm)
      continue;
    const auto value = model::value_of(sample, metric);
    if (!value) continue;
    set.values.push_back(*value);
    set.groups.push_back(group);
  }
}

void append_session(Side& side, const model::Session& session, std::uint32_t arm,
                    std::uint32_t group) {
  for (std::uint32_t subject = 0; subject < session.subjects.size(); ++subject) {
    const auto& facts = session.subjects[subject];
    for (std::uint32_t metric = 0; metric < facts.metrics.size(); ++metric) {
      ValueSet set{.workload = facts.name,
                   .abi = facts.abi,
                   .params = facts.params,
                   .metric = facts.metrics[metric],
                   .primary = metric == 0,
                   .values = {},
                   .groups = {},
                   .replication = model::Replication::kProcess,
                   .subject = facts};
      const auto known = std::ranges::find_if(
          side.sets, [&](const ValueSet& one) { return names_match(one, set); });
      ValueSet& into = known == side.sets.end() ? side.sets.emplace_back(std::move(set)) : *known;
      append_values(into, session, subject, metric, arm, group);
    }
  }
  side.sessions.push_back(&session);
}

}  // namespace

Side side_of(const std::string& name, const std::vector<const model::Session*>& sessions) {
  Side side{.name = name, .sets = {}, .sessions = {}};
  std::uint32_t group = 0;
  for (const auto* session : sessions) append_session(side, *session, 0, group++);
  std::erase_if(side.sets, [](const ValueSet& set) { return set.values.empty(); });
  return side;
}

Side side_of_arm(const model::Session& trial, std::uint32_t arm) {
  Side side{.name = trial.arms[arm].arm.name, .sets = {}, .sessions = {}};
  append_session(side, trial, arm, 0);
  return side;
}

Result<model::Judgement> judge_sides(const std::vector<Side>& sides, const JudgeOptions& options) {
  if (sides.size() < 2)
    return fail_input("a comparison needs two sides or more: kab compare BASE NEW...");
  return SidesJudge(sides, options).judge();
}

}  // namespace kab::analysis
