#include "analysis/by_function.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "stats/summary.h"

namespace kab::analysis {
namespace {

using Batches = std::vector<const model::CountedBatch*>;
using Key = std::pair<std::string, std::string>;  // name, module

/// A function in each boot of one arm, per operation; 0 where a boot never came through it.
struct Executed {
  std::vector<double> instructions;
  std::vector<double> calls;
};
using Functions = std::map<Key, Executed>;

// The boots of the A/A arm are the baseline's.
Batches batches_of(const model::Session& session, std::uint32_t subject, std::uint32_t arm) {
  Batches batches;
  for (const auto& batch : session.counted) {
    const auto& sample = session.samples[batch.sample];
    if (sample.subject == subject && sample.arm == arm) batches.push_back(&batch);
  }
  return batches;
}

double per_operation(std::uint64_t count, const model::CountedBatch& batch) {
  return static_cast<double>(count) / static_cast<double>(batch.iterations);
}

Functions functions_of(const Batches& batches, const std::set<Key>& names) {
  Functions functions;
  for (const auto& name : names) {
    functions[name].instructions.resize(batches.size());
    functions[name].calls.resize(batches.size());
  }
  for (std::size_t boot = 0; boot < batches.size(); ++boot)
    for (const auto& function : batches[boot]->functions) {
      auto& executed = functions[{function.name, function.module}];
      executed.instructions[boot] = per_operation(function.instructions, *batches[boot]);
      executed.calls[boot] = per_operation(function.calls, *batches[boot]);
    }
  return functions;
}

std::set<Key> names_in(const Batches& baseline, const Batches& arm) {
  std::set<Key> names;
  for (const auto* batches : {&baseline, &arm})
    for (const auto* batch : *batches)
      for (const auto& function : batch->functions) names.emplace(function.name, function.module);
  return names;
}

double middle(const std::vector<double>& values) { return stats::median(values).value_or(0); }

/// The median over the boots of what `of` takes from each.
template <class Of>
double middle_of(const Batches& batches, Of of) {
  std::vector<double> values;
  for (const auto* batch : batches) values.push_back(per_operation(of(*batch), *batch));
  return middle(values);
}

template <class Of>
model::Pair pair_of(const Batches& baseline, const Batches& arm, Of of) {
  return {.baseline = middle_of(baseline, of), .arm = middle_of(arm, of)};
}

/// Nothing unless every boot knows it.
std::optional<model::Pair> happened(const Batches& baseline, const Batches& arm,
                                    std::optional<std::uint64_t> model::Happened::* what) {
  for (const auto* batches : {&baseline, &arm})
    for (const auto* batch : *batches)
      if (!(batch->happened.*what)) return std::nullopt;
  return pair_of(baseline, arm, [what](const auto& batch) { return *(batch.happened.*what); });
}

model::FunctionFate fate_of(const Executed& baseline, const Executed& arm) {
  if (std::ranges::max(baseline.instructions) == 0) return model::FunctionFate::kCame;
  if (std::ranges::max(arm.instructions) == 0) return model::FunctionFate::kWent;
  return middle(arm.instructions) > middle(baseline.instructions) ? model::FunctionFate::kGrew
                                                                  : model::FunctionFate::kShrank;
}

bool apart(const Executed& a, const Executed& b) {
  return std::ranges::max(a.instructions) < std::ranges::min(b.instructions) ||
         std::ranges::max(b.instructions) < std::ranges::min(a.instructions);
}

// The same in every boot of both arms.
bool alike(const Executed& a, const Executed& b) {
  const auto [low_a, high_a] = std::ranges::minmax(a.instructions);
  const auto [low_b, high_b] = std::ranges::minmax(b.instructions);
  return low_a == low_b && high_a == high_b && low_a == high_a;
}

void sort_out(const Key& name, const Executed& baseline, const Executed& arm,
              model::ByFunction& found) {
  if (alike(baseline, arm)) {
    ++found.unchanged;
  } else if (!apart(baseline, arm)) {
    ++found.varying;
    found.varying_instructions.baseline += middle(baseline.instructions);
    found.varying_instructions.arm += middle(arm.instructions);
  } else {
    found.changed.push_back({.name = name.first,
                             .module = name.second,
                             .fate = fate_of(baseline, arm),
                             .baseline = middle(baseline.instructions),
                             .arm = middle(arm.instructions),
                             .baseline_calls = middle(baseline.calls),
                             .arm_calls = middle(arm.calls)});
  }
}

std::vector<model::FunctionShare> shares_of(const Functions& functions) {
  std::vector<model::FunctionShare> shares;
  for (const auto& [name, executed] : functions)
    if (const double instructions = middle(executed.instructions); instructions > 0)
      shares.push_back({.name = name.first,
                        .module = name.second,
                        .instructions = instructions,
                        .calls = middle(executed.calls)});
  std::ranges::stable_sort(shares, std::greater<>(), &model::FunctionShare::instructions);
  return shares;
}

void compare_functions(const Batches& baseline, const Batches& arm, model::ByFunction& found) {
  const auto names = names_in(baseline, arm);
  const auto of_baseline = functions_of(baseline, names);
  const auto of_arm = functions_of(arm, names);
  for (const auto& name : names) sort_out(name, of_baseline.at(name), of_arm.at(name), found);
  std::ranges::stable_sort(found.changed, std::greater<>(), [](const auto& change) {
    return std::abs(change.arm - change.baseline);
  });
  found.baseline_functions = shares_of(of_baseline);
  found.arm_functions = shares_of(of_arm);
}

model::ByFunction compared(model::ByFunction found, const Batches& baseline, const Batches& arm) {
  using model::CountedBatch;
  found.baseline_boots = baseline.size();
  found.arm_boots = arm.size();
  found.user = pair_of(baseline, arm, [](const CountedBatch& batch) { return batch.user; });
  found.total =
      pair_of(baseline, arm, [](const CountedBatch& batch) { return batch.user + batch.kernel; });
  found.clock = pair_of(baseline, arm, [](const CountedBatch& batch) {
    return static_cast<std::uint64_t>(batch.clock_ns);
  });
  found.string_iterations =
      pair_of(baseline, arm, [](const CountedBatch& batch) { return batch.string_iterations; });
  found.context_switches = happened(baseline, arm, &model::Happened::context_switches);
  found.page_faults = happened(baseline, arm, &model::Happened::page_faults);
  found.interrupts = happened(baseline, arm, &model::Happened::interrupts);
  compare_functions(baseline, arm, found);
  return found;
}

}  // namespace

std::vector<model::ByFunction> by_function(const model::Session& session) {
  std::vector<model::ByFunction> all;
  for (std::uint32_t subject = 0; subject < session.subjects.size(); ++subject) {
    const auto& facts = session.subjects[subject];
    const auto baseline = batches_of(session, subject, 0);
    for (std::uint32_t arm = 1; arm < session.arms.size(); ++arm) {
      const auto batches = batches_of(session, subject, arm);
      if (baseline.empty() || batches.empty()) continue;
      all.push_back(compared({.workload = facts.name,
                              .abi = facts.abi,
                              .params = facts.params,
                              .baseline = session.arms[0].arm.name,
                              .arm = session.arms[arm].arm.name},
                             baseline, batches));
    }
  }
  return all;
}

}  // namespace kab::analysis
