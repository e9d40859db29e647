// One side of a comparison of things measured apart: a label, a file, an arm of a trial.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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
  std::vector<double> values;                 // in the order they were taken
  std::vector<std::uint32_t> groups;          // session of each value; empty: unknown
  std::vector<const model::Sample*> samples;  // of each value, in its session; empty: unknown
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

/// Which sets of two or more sides belong together.
class Matching {
 public:
  explicit Matching(const std::vector<Side>& sides);

  /// The set of `side` that is compared with `set` of the first side; null when there is none. By
  /// workload, ABI, params and metric; where every side holds exactly one primary set those are
  /// partners whatever their names.
  const ValueSet* partner(const ValueSet& set, const Side& side) const;

  /// How many primary sets of the first side have a partner, over all other sides.
  std::size_t matched_primaries() const;

  /// How many subjects stand on one side only, of the first side and the one named `arm`.
  std::size_t unmatched(const model::Metric& metric, const std::string& arm) const;

  /// "C is in new.txt only", and what is compared although workload, ABI or params differ.
  std::vector<model::Remark> warnings() const;

 private:
  const std::vector<Side>& sides_;
  bool one_each_ = false;
};

}  // namespace kab::analysis
