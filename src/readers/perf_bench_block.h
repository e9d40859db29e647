// One result of perf bench: a few numbers that say the same in several ways.
// Private to the reader of perf bench.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

struct PerfBenchValue {
  model::Metric metric;
  double value = 0;
};

struct PerfBenchBlock {
  std::string benchmark;             // "sched/pipe"; empty: not said
  std::vector<std::string> details;  // "400 processes": what tells set-ups of it apart
  std::string executed;              // what was done `operations` times: "getppid()"
  std::optional<std::uint64_t> operations;
  std::optional<double> total_s;
  std::optional<double> us_per_op;
  std::optional<double> ops_per_s;
  std::vector<PerfBenchValue> runs;     // repetitions within this process
  std::vector<PerfBenchValue> results;  // everything else that was measured
};

bool has_results(const PerfBenchBlock& block);

std::string name_of(const PerfBenchBlock& block);

/// Adds the block's samples to `sets`, as group `group`: its repetitions, or else its results; the
/// time per operation, or else the total time.
void add_block(const PerfBenchBlock& block, std::uint32_t group, SampleSets& sets);

/// Clears the groups of sets in which no block has more than one value.
void drop_groups_of_one(std::vector<SampleSet>& sets);

/// What total time, time per operation and rate say when they differ by more than their rounding,
/// else nothing.
std::optional<std::string> disagreement_of(const PerfBenchBlock& block);

}  // namespace kab::readers
