#include "readers/perf_bench_block.h"

#include <algorithm>

#include "base/interval.h"
#include "base/number.h"
#include "base/text.h"

namespace kab::readers {
namespace {

// What a printed number may stand for, as times per operation in us: one unit of its last digit to
// both sides, for perf rounds some and cuts others.
std::vector<Interval> us_per_op_of(const PerfBenchBlock& block) {
  constexpr double kTotalStep = 1e-3;
  constexpr double kTimeStep = 1e-6;
  constexpr double kRateStep = 1;
  std::vector<Interval> all;
  if (block.total_s && block.operations && *block.operations > 0) {
    const double us = 1e6 / static_cast<double>(*block.operations);
    all.push_back({(*block.total_s - kTotalStep) * us, (*block.total_s + kTotalStep) * us});
  }
  if (block.us_per_op) all.push_back({*block.us_per_op - kTimeStep, *block.us_per_op + kTimeStep});
  if (block.ops_per_s && *block.ops_per_s > kRateStep)
    all.push_back({1e6 / (*block.ops_per_s + kRateStep), 1e6 / (*block.ops_per_s - kRateStep)});
  return all;
}

}  // namespace

bool has_results(const PerfBenchBlock& block) {
  return block.total_s || block.us_per_op || block.ops_per_s || !block.runs.empty() ||
         !block.results.empty();
}

std::string name_of(const PerfBenchBlock& block) {
  std::vector<std::string> parts;
  if (!block.benchmark.empty()) parts.push_back(block.benchmark);
  if (block.benchmark.empty() && !block.executed.empty()) parts.push_back(block.executed);
  parts.insert(parts.end(), block.details.begin(), block.details.end());
  return parts.empty() ? "perf bench" : joined(parts, " ");
}

void add_block(const PerfBenchBlock& block, std::uint32_t group, SampleSets& sets) {
  const auto name = name_of(block);
  const auto add = [&](const model::Metric& metric, double value) {
    auto& set = sets.at(name, metric);
    set.values.push_back(value);
    set.groups.push_back(group);
  };
  for (const auto& run : block.runs) add(run.metric, run.value);
  if (!block.runs.empty()) return;
  for (const auto& result : block.results) add(result.metric, result.value);
  if (block.us_per_op) {
    add(model::time_metric(), *block.us_per_op * 1e3);
  } else if (block.total_s) {
    add(model::wall_metric(), *block.total_s);
  } else if (block.ops_per_s) {
    add({.name = "op/s", .unit = "op/s", .better = model::Better::kHigher}, *block.ops_per_s);
  }
}

void drop_groups_of_one(std::vector<SampleSet>& sets) {
  for (auto& set : sets)
    if (std::ranges::adjacent_find(set.groups) == set.groups.end()) set.groups.clear();
}

std::optional<std::string> disagreement_of(const PerfBenchBlock& block) {
  const auto ranges = us_per_op_of(block);
  if (ranges.empty()) return std::nullopt;
  double low = ranges.front().low;
  double high = ranges.front().high;
  for (const auto& range : ranges) {
    low = std::max(low, range.low);
    high = std::min(high, range.high);
  }
  if (low <= high) return std::nullopt;
  std::string text;
  const auto say = [&](const std::optional<double>& value, std::string_view unit) {
    if (value) text += (text.empty() ? "" : ", ") + shortest(*value) + std::string(unit);
  };
  say(block.total_s, " s in all");
  if (block.operations) text += " for " + std::to_string(*block.operations) + " operations";
  say(block.us_per_op, " us/op");
  say(block.ops_per_s, " op/s");
  return text;
}

}  // namespace kab::readers
