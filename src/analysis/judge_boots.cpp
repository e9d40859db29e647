#include "analysis/judge_boots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/aa_control.h"
#include "analysis/by_function.h"
#include "analysis/environment_diff.h"
#include "analysis/judge_sets.h"
#include "analysis/residual.h"
#include "analysis/setting.h"
#include "analysis/side.h"
#include "base/text.h"
#include "stats/mann_whitney.h"
#include "stats/summary.h"

namespace kab::analysis {
namespace {

// One side an arm; the baseline with its second turns, which are boots like any other.
std::vector<Side> sides_of(const model::Session& session, model::Session& pooled) {
  pooled = session;
  for (auto& sample : pooled.samples) sample.slot = model::Slot::kArm;
  std::vector<Side> sides;
  for (std::uint32_t arm = 0; arm < session.arms.size(); ++arm) {
    auto& side = sides.emplace_back(side_of_arm(pooled, arm));
    side.sessions = {&session};
    for (auto& set : side.sets) {
      set.replication = model::Replication::kBoot;
      set.groups.clear();
    }
  }
  return sides;
}

std::vector<double> values_of(const model::Session& session, std::uint32_t subject,
                              model::Slot slot) {
  std::vector<double> values;
  for (const auto& sample : session.samples)
    if (sample.subject == subject && sample.arm == 0 && sample.slot == slot)
      if (const auto value = model::value_of(sample, 0)) values.push_back(*value);
  return values;
}

// The baseline's second turns against its first.
model::AaResult aa_of(const model::Session& session, std::uint32_t subject, double confidence) {
  const auto& facts = session.subjects[subject];
  model::AaResult result{.workload = facts.name,
                         .abi = facts.abi,
                         .params = facts.params,
                         .metric = facts.metrics.front().name,
                         .change = {},
                         .interval = {},
                         .level = confidence};
  auto first = values_of(session, subject, model::Slot::kArm);
  auto second = values_of(session, subject, model::Slot::kAA);
  for (auto* values : {&first, &second})
    for (auto& value : *values) {
      if (!(value > 0)) return result;
      value = std::log(value);
    }
  if (const auto shift = stats::shift_estimate(first, second)) result.change = std::expm1(*shift);
  if (const auto interval = stats::shift_interval(first, second, confidence))
    result.interval = {std::expm1(interval->low), std::expm1(interval->high)};
  return result;
}

std::size_t boots_in(const model::Session& session) {
  std::set<std::pair<std::uint32_t, std::pair<std::uint32_t, model::Slot>>> boots;
  for (const auto& sample : session.samples)
    boots.insert({sample.block, {sample.arm, sample.slot}});
  return boots.size();
}

std::string_view fact_of(const model::Environment& environment, std::string_view name) {
  for (const auto& [key, value] : environment)
    if (key == name) return value;
  return "";
}

// What an arm's own words already say, or what follows from the kernel's release, is no confounder.
bool explains_itself(std::string_view fact) {
  constexpr std::array<std::string_view, 6> kOwn = {"kernel.version", "kernel.config_hash",
                                                    "guest.kernel",   "memory.total_kb",
                                                    "kernel.cmdline", "guest.config_difference"};
  return std::ranges::find(kOwn, fact) != kOwn.end();
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return text.size() <= kLongest ? std::string(text)
                                 : std::string(text.substr(0, kLongest)) + "...";
}

// The entries of one list of "name: state | name: state" that the other does not have.
std::string entries_only_in(std::string_view list, std::string_view other) {
  const auto theirs = split(other, '|');
  std::vector<std::string> own;
  for (const auto entry : split(list, '|'))
    if (std::ranges::none_of(theirs, [&](auto one) { return trimmed(one) == trimmed(entry); }))
      own.emplace_back(trimmed(entry));
  return joined(own, "; ");
}

void add_confounders(const model::Session& session, std::size_t arm,
                     std::vector<model::Remark>& setting) {
  const auto& base = session.arms[0].environment;
  const auto& other = session.arms[arm].environment;
  const auto& name = session.arms[arm].arm.name;
  const auto add = [&](const std::string& text) {
    setting.push_back({"differs", name + ": " + text});
  };
  for (const auto& fact : differing_facts(base, other)) {
    if (explains_itself(fact)) continue;
    const auto ours = fact_of(base, fact);
    const auto theirs = fact_of(other, fact);
    if (fact == "cpu.mitigations") {
      add("mitigations: " + shortened(entries_only_in(theirs, ours)));
    } else {
      add(fact + " " + (ours.empty() ? "unknown" : shortened(ours)) + " -> " +
          (theirs.empty() ? "unknown" : shortened(theirs)));
    }
  }
  if (const auto config = fact_of(other, "guest.config_difference"); !config.empty())
    add("configuration: " + std::string(config));
}

std::vector<model::Remark> setting_of(const model::Session& session) {
  const auto& base = session.arms.front().environment;
  auto setting = setting_of_machine(base);
  if (const auto qemu = fact_of(base, "guest.qemu"); !qemu.empty())
    setting.push_back({"guest", "QEMU " + std::string(qemu) + ", cpu " +
                                    std::string(fact_of(base, "guest.cpu")) + ", " +
                                    std::string(fact_of(base, "guest.memory_mb")) + " MB"});
  for (std::size_t arm = 1; arm < session.arms.size(); ++arm)
    add_confounders(session, arm, setting);
  return setting;
}

bool wants_residual(const std::vector<model::Threshold>& thresholds) {
  return std::ranges::any_of(thresholds, [](const model::Threshold& threshold) {
    return threshold.text == model::kResidual;
  });
}

std::optional<std::uint32_t> subject_of(const model::Session& session,
                                        const model::Comparison& comparison) {
  for (std::uint32_t at = 0; at < session.subjects.size(); ++at) {
    const auto& subject = session.subjects[at];
    if (subject.name == comparison.workload && subject.abi == comparison.abi &&
        subject.params == comparison.params)
      return at;
  }
  return std::nullopt;
}

// What holds for counts alone: their own threshold, and what they do not say.
void judge_counts(const model::Session& session, const JudgeOptions& options,
                  model::Judgement& judgement) {
  if (session.lane != model::Lane::kCount) return;
  for (auto& comparison : judgement.comparisons) {
    const auto subject = subject_of(session, comparison);
    if (comparison.primary && subject && wants_residual(*options.thresholds))
      judge_beyond_residual(comparison, residual_spread(session, *subject));
  }
  // The parts of one number do not contradict it.
  std::erase_if(judgement.warnings,
                [](const auto& said) { return said.code == "metrics-disagree"; });
  judgement.warnings.push_back({"path-length",
                                "counted are instructions: a path length is not a speed (caches, "
                                "branches and stalls are not "
                                "in it; a string instruction is one, its iterations are apart)"});
}

}  // namespace

bool is_of_boots(const model::Session& session) {
  constexpr std::array<std::string_view, 6> kKeys = {"kernel", "boot", "initrd",
                                                     "cpu",    "mem",  "smp"};
  if (session.kind != model::SessionKind::kTrial) return false;
  return session.lane == model::Lane::kCount ||
         std::ranges::any_of(session.arms, [&](const model::ArmRecord& record) {
           return std::ranges::any_of(kKeys, [&](std::string_view key) {
             return model::setting_of(record.arm, key).has_value();
           });
         });
}

Result<model::Judgement> judge_boots(const model::Session& session, const JudgeOptions& options) {
  JudgeOptions chosen = options;
  if (!chosen.thresholds) chosen.thresholds = session.thresholds;
  if (!chosen.confidence) chosen.confidence = session.confidence;
  model::Session pooled;
  const auto sides = sides_of(session, pooled);
  KAB_TRY(auto judgement, judge_sides(sides, chosen));
  judgement.kab_version = session.kab_version;
  judgement.seed = session.seed;
  judgement.lane = session.lane;
  judgement.stopped = session.stopped.value_or(model::Stopped::kInterrupted);
  judgement.boots = boots_in(session);
  judgement.arms.clear();
  for (const auto& record : session.arms) judgement.arms.push_back(record.arm);
  judgement.setting = setting_of(session);
  judgement.functions = by_function(session);
  judge_counts(session, chosen, judgement);
  if (session.with_aa)
    for (std::uint32_t subject = 0; subject < session.subjects.size(); ++subject)
      judgement.aa.push_back(aa_of(session, subject, judgement.confidence));
  return judgement;
}

}  // namespace kab::analysis
