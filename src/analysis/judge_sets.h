// From sets of values measured apart (recordings of runs, other tools' files) to a judgement.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/judge_trial.h"
#include "base/result.h"
#include "model/judgement.h"
#include "model/recording.h"

namespace kab::analysis {

/// The values of one benchmark in one metric on one side.
struct ValueSet {
  std::string workload;
  std::string abi;
  model::Params params;
  model::Metric metric;
  bool primary = true;
  std::vector<double> values;         // in the order they were taken
  std::vector<std::uint32_t> groups;  // session of each value; empty: unknown
  model::Replication replication = model::Replication::kUnknown;
  model::Subject subject;  // for derived views; without metrics when there is none
};

/// One thing compared: a label, a file.
struct Side {
  std::string name;
  std::vector<ValueSet> sets;
  std::vector<const model::Session*> sessions;  // none for other tools' files
};

/// The values of all sessions under one label, or of one arm of a trial, as a side.
Side side_of(const std::string& name, const std::vector<const model::Session*>& sessions);
Side side_of_arm(const model::Session& trial, std::uint32_t arm);

/// Compares every side with the first. Sets are matched by workload, ABI, params and metric; where
/// each side holds exactly one primary set they are compared whatever their names. What stands on
/// one side only is named in the warnings. kInput when nothing can be matched.
Result<model::Judgement> judge_sides(const std::vector<Side>& sides, const JudgeOptions& options);

}  // namespace kab::analysis
