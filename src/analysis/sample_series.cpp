#include "analysis/sample_series.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "analysis/environment_diff.h"
#include "analysis/series.h"
#include "stats/summary.h"
#include "stats/trend.h"

namespace kab::analysis {
namespace {

using model::SampleSeries;
using model::SideRole;
using model::SubjectSeries;

constexpr double kNsPerSecond = 1e9;

void add_place(SampleSeries& series, const model::Sample& sample) {
  series.started_s.push_back(static_cast<double>(sample.started_ns) / kNsPerSecond);
  series.blocks.push_back(sample.block);
  series.positions.push_back(sample.position);
}

void mark(SampleSeries& series) {
  series.taken = series.values.size();
  series.median = stats::median(series.values);
  series.outliers = stats::outliers(series.values);
  if (const auto modes = stats::modes(series.values); modes.count > 1)
    series.modes = model::ModeBorder{.at = modes.border, .share_below = modes.share_below};
}

std::size_t failures(const model::Session& session, std::uint32_t subject, std::uint32_t arm,
                     model::Slot slot) {
  return static_cast<std::size_t>(
      std::ranges::count_if(session.samples, [&](const model::Sample& sample) {
        return sample.subject == subject && sample.arm == arm && sample.slot == slot &&
               sample.status == model::SampleStatus::kFailed;
      }));
}

SampleSeries series_of_arm(const model::Session& trial, std::uint32_t subject, std::uint32_t metric,
                           std::uint32_t arm, model::Slot slot) {
  SampleSeries series{.side = trial.arms[arm].arm.name,
                      .role = slot == model::Slot::kAA ? SideRole::kAA
                              : arm == 0               ? SideRole::kBaseline
                                                       : SideRole::kArm};
  for (const auto& one : values_in_time(trial, subject, metric, arm, slot, UINT32_MAX)) {
    series.values.push_back(one.value);
    add_place(series, trial.samples[one.sample]);
  }
  series.failed = failures(trial, subject, arm, slot);
  mark(series);
  return series;
}

SampleSeries series_of_set(const ValueSet& set, const Side& side, SideRole role) {
  SampleSeries series{.side = side.name, .role = role, .values = set.values};
  for (const auto* sample : set.samples) add_place(series, *sample);
  series.sessions = set.groups;
  mark(series);
  return series;
}

// Whether the k-th, or worth keeping for itself.
void keep(SampleSeries& series, std::size_t every, std::size_t room_for_outliers) {
  const std::size_t n = series.values.size();
  std::vector<std::size_t> places;
  const auto& outliers = series.outliers;
  const bool all_outliers = outliers.size() <= room_for_outliers;
  for (std::size_t at = 0; at < n; ++at)
    if (at % every == 0 || (all_outliers && std::ranges::binary_search(outliers, at)))
      places.push_back(at);
  const auto pick = [&](auto& list) {
    if (list.empty()) return;
    for (std::size_t i = 0; i < places.size(); ++i) list[i] = list[places[i]];
    list.resize(places.size());
  };
  std::vector<std::size_t> marked;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (std::ranges::binary_search(outliers, places[i])) marked.push_back(i);
  pick(series.values);
  pick(series.started_s);
  pick(series.blocks);
  pick(series.positions);
  pick(series.sessions);
  series.outliers = std::move(marked);
}

const model::Environment& environment_of(const model::SideSession& side) {
  static const model::Environment kNone;
  const bool known = side.session != nullptr && side.arm < side.session->arms.size();
  return known ? side.session->arms[side.arm].environment : kNone;
}

std::optional<std::string> fact_in(const model::Environment& facts, const std::string& key) {
  for (const auto& [name, value] : facts)
    if (name == key) return value;
  return std::nullopt;
}

}  // namespace

std::vector<SubjectSeries> sample_series(const model::Session& trial) {
  std::vector<SubjectSeries> all;
  for (std::uint32_t subject = 0; subject < trial.subjects.size(); ++subject) {
    const auto& facts = trial.subjects[subject];
    for (std::uint32_t metric = 0; metric < facts.metrics.size(); ++metric) {
      auto& series = all.emplace_back(SubjectSeries{.workload = facts.name,
                                                    .abi = facts.abi,
                                                    .params = facts.params,
                                                    .metric = facts.metrics[metric],
                                                    .primary = metric == 0,
                                                    .sides = {}});
      for (std::uint32_t arm = 0; arm < trial.arms.size(); ++arm)
        series.sides.push_back(series_of_arm(trial, subject, metric, arm, model::Slot::kArm));
      if (trial.with_aa)
        series.sides.push_back(series_of_arm(trial, subject, metric, 0, model::Slot::kAA));
    }
  }
  return all;
}

std::vector<SubjectSeries> sample_series(const std::vector<Side>& sides) {
  std::vector<SubjectSeries> all;
  if (sides.empty()) return all;
  const Matching matching(sides);
  for (const auto& set : sides.front().sets) {
    SubjectSeries series{.workload = set.workload,
                         .abi = set.abi,
                         .params = set.params,
                         .metric = set.metric,
                         .primary = set.primary,
                         .sides = {series_of_set(set, sides.front(), SideRole::kBaseline)}};
    for (std::size_t i = 1; i < sides.size(); ++i)
      if (const auto* partner = matching.partner(set, sides[i]))
        series.sides.push_back(series_of_set(*partner, sides[i], SideRole::kArm));
    if (series.sides.size() > 1) all.push_back(std::move(series));
  }
  return all;
}

void thin(std::vector<SubjectSeries>& series, std::size_t most) {
  std::size_t total = 0;
  for (const auto& one : series)
    for (const auto& side : one.sides) total += side.values.size();
  if (total <= most || most == 0) return;
  const std::size_t every = (total + most - 1) / most;
  for (auto& one : series)
    for (auto& side : one.sides) keep(side, every, side.values.size() / every / 4);
}

std::vector<model::SideSession> side_sessions(const model::Session& trial) {
  std::vector<model::SideSession> sides;
  for (std::uint32_t arm = 0; arm < trial.arms.size(); ++arm)
    sides.push_back({.side = trial.arms[arm].arm.name, .session = &trial, .arm = arm});
  return sides;
}

std::vector<model::SideSession> side_sessions(const std::vector<Side>& sides) {
  std::vector<model::SideSession> found;
  for (const auto& side : sides) {
    const bool placed = !side.sets.empty() && !side.sets.front().samples.empty();
    found.push_back({.side = side.name,
                     .session = side.sessions.empty() ? nullptr : side.sessions.front(),
                     .arm = placed ? side.sets.front().samples.front()->arm : 0});
  }
  return found;
}

model::FactTable fact_table(const std::vector<model::SideSession>& sides) {
  model::FactTable table;
  std::set<std::string> keys;
  for (const auto& side : sides) {
    table.sides.push_back(side.side);
    for (const auto& [key, value] : environment_of(side)) keys.insert(key);
  }
  for (const auto& key : keys) {
    model::FactRow row{.key = key, .values = {}, .moves = is_volatile_fact(key)};
    for (const auto& side : sides) row.values.push_back(fact_in(environment_of(side), key));
    row.differs = std::ranges::any_of(
        row.values, [&](const auto& value) { return value != row.values.front(); });
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace kab::analysis
