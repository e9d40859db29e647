#include "analysis/call_changes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace kab::analysis {
namespace {

using CallName = std::pair<std::string, std::string>;  // name, ABI

/// The calls of one subject in one arm, of all its operations.
struct Counted {
  std::map<CallName, std::uint64_t> calls;
  std::uint64_t operations = 0;

  void add(const model::TalliedCall& call) { calls[{call.name, call.abi}] += call.calls; }

  double per_operation(const CallName& name) const {
    const auto found = calls.find(name);
    if (found == calls.end() || operations == 0) return 0;
    return static_cast<double>(found->second) / static_cast<double>(operations);
  }
};

Counted counted_in(const model::Session& session, std::uint32_t subject, std::uint32_t arm) {
  Counted counted;
  for (const auto& call : session.tally) {
    if (call.subject != subject || call.arm != arm) continue;
    counted.add(call);
    counted.operations = call.operations;
  }
  return counted;
}

model::CallComparison compared(const Counted& baseline, const Counted& arm) {
  model::CallComparison result{.baseline_operations = baseline.operations,
                               .arm_operations = arm.operations};
  auto names = baseline.calls;
  names.insert(arm.calls.begin(), arm.calls.end());
  for (const auto& [name, calls] : names) {
    const double before = baseline.per_operation(name);
    const double after = arm.per_operation(name);
    if (before == after) {
      ++result.unchanged;
      continue;
    }
    result.changes.push_back({.call = name.first,
                              .abi = name.second,
                              .baseline_per_operation = before,
                              .arm_per_operation = after});
  }
  std::ranges::stable_sort(result.changes, std::greater(), [](const model::CallChange& change) {
    return std::abs(change.arm_per_operation - change.baseline_per_operation);
  });
  return result;
}

/// The subjects of a side by name; what several sessions counted is put together.
std::map<std::string, Counted> counted_of(const Side& side) {
  std::map<std::string, Counted> subjects;
  for (const auto* session : side.sessions) {
    if (session->kind != model::SessionKind::kRun) continue;
    for (std::uint32_t subject = 0; subject < session->subjects.size(); ++subject) {
      const auto counted = counted_in(*session, subject, 0);
      if (counted.operations == 0) continue;
      auto& sum = subjects[session->subjects[subject].name];
      for (const auto& [name, calls] : counted.calls) sum.calls[name] += calls;
      sum.operations += counted.operations;
    }
  }
  return subjects;
}

}  // namespace

std::vector<model::CallComparison> call_changes(const model::Session& trial) {
  std::vector<model::CallComparison> changes;
  for (std::uint32_t subject = 0; subject < trial.subjects.size(); ++subject) {
    const auto baseline = counted_in(trial, subject, 0);
    for (std::uint32_t arm = 1; arm < trial.arms.size(); ++arm) {
      const auto other = counted_in(trial, subject, arm);
      if (baseline.operations == 0 || other.operations == 0) continue;
      auto one = compared(baseline, other);
      one.workload = trial.subjects[subject].name;
      one.baseline = trial.arms[0].arm.name;
      one.arm = trial.arms[arm].arm.name;
      changes.push_back(std::move(one));
    }
  }
  return changes;
}

std::vector<model::CallComparison> call_changes(const std::vector<Side>& sides) {
  std::vector<model::CallComparison> changes;
  if (sides.empty()) return changes;
  const auto baseline = counted_of(sides.front());
  for (std::size_t side = 1; side < sides.size(); ++side) {
    const auto others = counted_of(sides[side]);
    const bool one_each = baseline.size() == 1 && others.size() == 1;
    for (const auto& [name, counted] : baseline) {
      const auto partner = one_each ? others.begin() : others.find(name);
      if (partner == others.end()) continue;
      auto one = compared(counted, partner->second);
      one.workload = name;
      one.baseline = sides.front().name;
      one.arm = sides[side].name;
      changes.push_back(std::move(one));
    }
  }
  return changes;
}

}  // namespace kab::analysis
