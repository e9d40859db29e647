#include "analysis/judge_trial.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/aa_control.h"
#include "analysis/call_changes.h"
#include "analysis/conclusion.h"
#include "analysis/conflicts.h"
#include "analysis/environment_diff.h"
#include "analysis/grouping.h"
#include "analysis/judge_boots.h"
#include "analysis/looks.h"
#include "analysis/means.h"
#include "analysis/noticed.h"
#include "analysis/order_effect.h"
#include "analysis/paired.h"
#include "analysis/plan.h"
#include "analysis/recovery.h"
#include "analysis/series.h"
#include "analysis/setting.h"
#include "analysis/shape.h"
#include "analysis/views.h"
#include "analysis/words.h"
#include "base/text.h"
#include "stats/summary.h"

namespace kab::analysis {
namespace {

using model::Slot;

// One pass over a session: what stays the same for every subject, and the judgement being built.
class TrialJudge {
 public:
  TrialJudge(const model::Session& session, const JudgeOptions& options)
      : session_(session), options_(options) {
    const double alpha = 1 - options.confidence.value_or(session.confidence);
    policy_.thresholds = options.thresholds.value_or(session.thresholds);
    policy_.confidence = 1 - alpha;
    policy_.family_size = session.subjects.size() * (session.arms.size() - 1);
    const bool at_end =
        session.stopped == model::Stopped::kBudget || session.stopped == model::Stopped::kRepeat;
    policy_.look_alpha = alpha_of_last_look(alpha, session.looks, session.planned_blocks,
                                            at_end ? LookKind::kEnd : LookKind::kPlanned);
    looked_ = !session.looks.empty();
    blocks_ = looked_ ? session.looks.back() : complete_blocks(session);
  }

  Result<model::Judgement> judge() {
    set_header();
    for (std::uint32_t subject = 0; subject < session_.subjects.size(); ++subject) {
      judge_aa(subject);
      KAB_CHECK(judge_subject(subject));
      judgement_.order.push_back(order_effect(session_, subject, blocks_));
      add_recoveries(subject);
      add_shape(subject);
      add_view(subject);
      if (options_.group_width) add_distribution(subject);
      notice(subject);
    }
    judgement_.means =
        geometric_means(judgement_.comparisons, [](const auto&, const auto&) { return 0; });
    judgement_.calls = call_changes(session_);
    append(conflicting_metrics(judgement_.comparisons));
    append(environment_warnings(session_));
    append(course_warnings(session_));
    return std::move(judgement_);
  }

 private:
  void append(std::vector<model::Remark> warnings) {
    std::ranges::move(warnings, std::back_inserter(judgement_.warnings));
  }

  std::vector<Timed> turns(std::uint32_t subject, std::uint32_t metric, std::uint32_t arm,
                           Slot slot) const {
    return values_in_time(session_, subject, metric, arm, slot, blocks_);
  }

  void set_header() {
    judgement_.kab_version = session_.kab_version;
    judgement_.seed = session_.seed;
    judgement_.lane = session_.lane;
    judgement_.blocks = blocks_;
    judgement_.stopped = session_.stopped.value_or(model::Stopped::kInterrupted);
    judgement_.confidence = policy_.confidence;
    judgement_.family_size = policy_.family_size;
    for (const auto& record : session_.arms) judgement_.arms.push_back(record.arm);
    judgement_.setting = setting_of_machine(session_.arms.front().environment);
    if (!session_.boot_id.empty()) judgement_.boots = 1;
  }

  void judge_aa(std::uint32_t subject) {
    if (!session_.with_aa) return;
    const auto& facts = session_.subjects[subject];
    const auto lists =
        lined_up({turns(subject, 0, 0, Slot::kArm), turns(subject, 0, 0, Slot::kAA)});
    model::AaResult names{.workload = facts.name,
                          .abi = facts.abi,
                          .params = facts.params,
                          .metric = facts.metrics.front().name,
                          .change = {},
                          .interval = {}};
    judgement_.aa.push_back(
        aa_control(std::move(names), facts.metrics.front(), lists[0], lists[1], policy_));
  }

  Result<void> judge_subject(std::uint32_t subject) {
    const auto& facts = session_.subjects[subject];
    for (std::uint32_t metric = 0; metric < facts.metrics.size(); ++metric)
      for (std::uint32_t arm = 1; arm < session_.arms.size(); ++arm) {
        KAB_TRY(auto comparison, compare(subject, metric, arm));
        if (options_.planning == Planning::kYes && metric == 0)
          judgement_.plans.push_back(plan_of(comparison, policy_, Design::kPaired));
        withhold_where_due(comparison, subject);
        judgement_.comparisons.push_back(std::move(comparison));
      }
    return {};
  }

  Result<model::Comparison> compare(std::uint32_t subject, std::uint32_t metric,
                                    std::uint32_t arm) const {
    const auto& facts = session_.subjects[subject];
    model::Comparison names;
    names.workload = facts.name;
    names.abi = facts.abi;
    names.params = facts.params;
    names.metric = facts.metrics[metric];
    names.primary = metric == 0;
    names.baseline = session_.arms[0].arm.name;
    names.arm = session_.arms[arm].arm.name;
    std::vector<std::vector<Timed>> compared = {turns(subject, metric, 0, Slot::kArm),
                                                turns(subject, metric, arm, Slot::kArm)};
    if (session_.with_aa) compared.push_back(turns(subject, metric, 0, Slot::kAA));
    const auto lists = lined_up(compared);
    const PairedValues values{
        .baseline = lists[0],
        .second = session_.with_aa ? std::span(lists[2]) : std::span<const double>(),
        .arm = lists[1]};
    return compare_paired(std::move(names), values,
                          metric == 0 ? policy_ : policy_beside(policy_, facts.metrics[metric]));
  }

  // No verdict before the first planned look, nor where the baseline differs from itself.
  void withhold_where_due(model::Comparison& comparison, std::uint32_t subject) const {
    if (!looked_) {
      comparison.verdict = model::Verdict::kUndecided;
      comparison.interval.reset();
      comparison.change.reset();
      comparison.absolute_change.reset();
      comparison.p.reset();
      comparison.detectable.reset();
      comparison.blocks_needed.reset();
      comparison.remarks = {{"no-look", "ended before the first planned look: no verdict"}};
    } else if (session_.with_aa && !judgement_.aa[subject].ok) {
      comparison.verdict = model::Verdict::kUndecided;
      std::erase_if(comparison.remarks,
                    [](const auto& said) { return said.code == "real-but-small"; });
      remark(comparison, "aa-failed",
             "baseline against itself differs by " +
                 signed_percent(judgement_.aa[subject].change.value_or(0)) +
                 ": no verdict on this workload");
    }
  }

  void add_view(std::uint32_t subject) {
    const auto& facts = session_.subjects[subject];
    const auto view = rate_view(facts);
    if (!view) return;
    model::DerivedView derived{.workload = facts.name, .metric = *view, .medians = {}};
    for (std::uint32_t arm = 0; arm < session_.arms.size(); ++arm)
      if (const auto median = stats::median(plain(turns(subject, 0, arm, Slot::kArm))))
        derived.medians.emplace_back(session_.arms[arm].arm.name,
                                     seen_as(*median, facts, facts.metrics.front(), *view));
    judgement_.views.push_back(std::move(derived));
  }

  // The arms' values by block with the baseline's, for the blocks that have all of them.
  void add_recoveries(std::uint32_t subject) {
    const std::size_t arms = session_.arms.size() - 1;
    const auto ours = std::span(judgement_.comparisons)
                          .last(arms * session_.subjects[subject].metrics.size())
                          .first(arms);
    const auto found = looked_ ? worst_loss(ours) : std::nullopt;
    for (const auto by : found ? found->others : std::vector<std::size_t>()) {
      const auto arm_of = [](std::size_t at) { return static_cast<std::uint32_t>(at + 1); };
      std::vector<std::vector<Timed>> compared = {
          turns(subject, 0, 0, Slot::kArm), turns(subject, 0, arm_of(found->lost), Slot::kArm),
          turns(subject, 0, arm_of(by), Slot::kArm)};
      if (session_.with_aa) compared.push_back(turns(subject, 0, 0, Slot::kAA));
      const auto lists = lined_up(compared);
      const PairedLoss values{
          .baseline = lists[0],
          .second = session_.with_aa ? std::span(lists[3]) : std::span<const double>(),
          .lost = lists[1],
          .by = lists[2]};
      if (auto recovery = paired_recovery(ours[found->lost], ours[by], values, policy_.level()))
        judgement_.recoveries.push_back(std::move(*recovery));
    }
  }

  void add_shape(std::uint32_t subject) {
    const auto& facts = session_.subjects[subject];
    std::vector<std::pair<std::string, std::vector<double>>> lists;
    for (std::uint32_t arm = 0; arm < session_.arms.size(); ++arm)
      lists.emplace_back(session_.arms[arm].arm.name, plain(turns(subject, 0, arm, Slot::kArm)));
    if (session_.with_aa)
      lists.emplace_back(session_.arms[0].arm.name + " (A/A)",
                         plain(turns(subject, 0, 0, Slot::kAA)));
    const std::vector<NamedValues> arms(lists.begin(), lists.end());
    model::Shape names{.workload = facts.name,
                       .abi = facts.abi,
                       .params = facts.params,
                       .metric = facts.metrics.front(),
                       .arms = {}};
    if (auto shape = shape_of(std::move(names), arms))
      judgement_.shapes.push_back(std::move(*shape));
  }

  // A metric of the subject that is asked for by name; else the rate of the primary one, or itself.
  void add_distribution(std::uint32_t subject) {
    const auto& facts = session_.subjects[subject];
    const auto metric = named_metric(facts, options_.view);
    const auto& shown = facts.metrics[metric.value_or(0)];
    const auto view = metric ? shown : rate_view(facts).value_or(shown);
    model::GroupedDistribution distribution{
        .workload = facts.name, .metric = view, .width = *options_.group_width, .arms = {}};
    const auto add = [&](const std::string& name, const std::vector<Timed>& values) {
      std::vector<double> seen;
      for (const auto& one : values) seen.push_back(seen_as(one.value, facts, shown, view));
      distribution.arms.push_back(
          {.name = name, .n = seen.size(), .groups = grouped(seen, *options_.group_width)});
    };
    for (std::uint32_t arm = 0; arm < session_.arms.size(); ++arm)
      add(session_.arms[arm].arm.name, turns(subject, metric.value_or(0), arm, Slot::kArm));
    if (session_.with_aa)
      add(session_.arms[0].arm.name + " (A/A)", turns(subject, metric.value_or(0), 0, Slot::kAA));
    judgement_.distributions.push_back(std::move(distribution));
  }

  // Trends are those of the machine, so all arms together, each seen relative to its own median;
  // the shape of a distribution is each arm's own.
  void notice(std::uint32_t subject) {
    const auto& name = session_.subjects[subject].name;
    std::map<std::size_t, double> relative_in_time;
    const auto add = [&](std::uint32_t arm, Slot slot) {
      const auto values = turns(subject, 0, arm, slot);
      const auto middle = stats::median(plain(values));
      if (!middle || *middle == 0) return;
      for (const auto& one : values) relative_in_time[one.sample] = one.value / *middle;
    };
    for (std::uint32_t arm = 0; arm < session_.arms.size(); ++arm) {
      add(arm, Slot::kArm);
      const auto values = plain(turns(subject, 0, arm, Slot::kArm));
      append(noticed_shape(values, name + ", arm " + session_.arms[arm].arm.name));
    }
    if (session_.with_aa) add(0, Slot::kAA);
    std::vector<double> all;
    for (const auto& [sample, value] : relative_in_time) all.push_back(value);
    append(noticed_trends(all, name));
  }

  const model::Session& session_;
  const JudgeOptions& options_;
  Policy policy_;
  bool looked_ = false;
  std::uint32_t blocks_ = 0;
  model::Judgement judgement_;
};

}  // namespace

Result<model::Judgement> judge_trial(const model::Session& session, const JudgeOptions& options) {
  if (session.arms.size() < 2)
    return fail_input("a trial needs two arms or more to compare; this one has " +
                      std::to_string(session.arms.size()));
  const double confidence = options.confidence.value_or(session.confidence);
  if (!(confidence > 0 && confidence < 1))
    return fail_input("the recording is damaged: it says a confidence that is no share");
  return is_of_boots(session) ? judge_boots(session, options)
                              : TrialJudge(session, options).judge();
}

}  // namespace kab::analysis
