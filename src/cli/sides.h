// The arguments of kab compare as sides of a comparison.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "analysis/judge_sets.h"
#include "base/result.h"
#include "model/judgement.h"
#include "model/metric.h"
#include "model/recording.h"

namespace kab::cli {

struct SideOptions {
  std::string reader;  // forced reader; empty: by content
  std::string unit;
  std::string better;
  bool skip_invalid = false;
};

/// Sides and the recordings that they point into.
struct Sides {
  std::vector<analysis::Side> sides;
  std::deque<model::Recording> recordings;
  std::vector<model::Remark> remarks;  // what readers had to say
};

/// One side an argument: FILE.kab, FILE.kab:LABEL, or another tool's file (FILE, FILE:COLUMN, -). A
/// recording with several labels and no :LABEL gives a side for each, in the order recorded. kInput
/// for what cannot be read.
Result<Sides> sides_from(const std::vector<std::string>& arguments, const SideOptions& options);

/// The trial that is all there is to compare: a single argument that names a recording of one
/// trial.
Result<std::optional<model::Recording>> only_trial(const std::vector<std::string>& arguments);

}  // namespace kab::cli
