#include "analysis/side.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace kab::analysis {
namespace {

bool names_match(const ValueSet& a, const ValueSet& b) {
  return a.workload == b.workload && a.abi == b.abi && a.params == b.params &&
         a.metric.name == b.metric.name;
}

std::size_t primary_count(const Side& side) {
  return static_cast<std::size_t>(std::ranges::count_if(side.sets, &ValueSet::primary));
}

void append_values(ValueSet& set, const model::Session& session, std::uint32_t subject,
                   std::uint32_t metric, std::uint32_t arm, std::uint32_t group) {
  for (const auto& sample : session.samples) {
    if (sample.subject != subject || sample.arm != arm || sample.slot != model::Slot::kArm)
      continue;
    const auto value = model::value_of(sample, metric);
    if (!value) continue;
    set.values.push_back(*value);
    set.groups.push_back(group);
    set.samples.push_back(&sample);
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
                   .samples = {},
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

std::string work_of(const ValueSet& set) {
  auto title = model::title_of(set.workload, set.params);
  return set.abi.empty() ? title : title + " (" + set.abi + ")";
}

// Names of other tools' files differ by nature; of kab's recordings they say what was done.
bool different_work(const ValueSet& a, const ValueSet& b) {
  if (a.params != b.params || a.abi != b.abi) return true;
  const bool both_known = !a.subject.metrics.empty() && !b.subject.metrics.empty();
  return both_known && a.workload != b.workload;
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

Matching::Matching(const std::vector<Side>& sides) : sides_(sides) {
  one_each_ = std::ranges::all_of(sides, [](const Side& s) { return primary_count(s) == 1; });
}

const ValueSet* Matching::partner(const ValueSet& set, const Side& side) const {
  for (const auto& candidate : side.sets) {
    if (!one_each_ && names_match(set, candidate)) return &candidate;
    if (!one_each_ || candidate.primary != set.primary) continue;
    if (set.primary || candidate.metric.name == set.metric.name) return &candidate;
  }
  return nullptr;
}

std::size_t Matching::matched_primaries() const {
  std::size_t matched = 0;
  for (const auto& set : sides_.front().sets)
    for (std::size_t i = 1; i < sides_.size(); ++i)
      if (set.primary && partner(set, sides_[i]) != nullptr) ++matched;
  return matched;
}

std::size_t Matching::unmatched(const model::Metric& metric, const std::string& arm) const {
  std::size_t count = 0;
  const auto count_in = [&](const Side& side, const Side& other) {
    count += static_cast<std::size_t>(std::ranges::count_if(side.sets, [&](const ValueSet& set) {
      return set.metric == metric && partner(set, other) == nullptr;
    }));
  };
  for (std::size_t i = 1; i < sides_.size(); ++i) {
    if (sides_[i].name != arm) continue;
    count_in(sides_.front(), sides_[i]);
    count_in(sides_[i], sides_.front());
  }
  return count;
}

std::vector<model::Remark> Matching::warnings() const {
  std::vector<model::Remark> found;
  const auto only_in = [&](const ValueSet& set, const Side& side, const Side& other) {
    if (set.primary && partner(set, other) == nullptr)
      found.push_back({"unmatched", model::title_of(set.workload, set.params) + " is in " +
                                        side.name + " only"});
  };
  const auto& base = sides_.front();
  for (std::size_t i = 1; i < sides_.size(); ++i) {
    const auto before = found.size();
    for (const auto& set : base.sets) only_in(set, base, sides_[i]);
    for (const auto& set : sides_[i].sets) only_in(set, sides_[i], base);
    if (found.size() > before)
      found.push_back(
          {"sets-differ", base.name + " and " + sides_[i].name +
                              " hold different sets: what sums up several is over those "
                              "in both"});
    for (const auto& set : base.sets) {
      const auto* other = set.primary ? partner(set, sides_[i]) : nullptr;
      if (other != nullptr && different_work(set, *other))
        found.push_back({"different-work", "not the same work: " + base.name + " ran " +
                                               work_of(set) + ", " + sides_[i].name + " ran " +
                                               work_of(*other)});
    }
  }
  return found;
}

}  // namespace kab::analysis
