// Options of judging, shared by trial and compare.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "analysis/judge_trial.h"
#include "base/result.h"

namespace kab::cli {

struct JudgingOptions {
  std::string threshold;
  std::string confidence;
  std::string group;
  std::vector<std::string> metrics;  // --metric, which the command adds
  bool counts = false;               // trial: events in it are counted
  bool plan = false;                 // compare only
};

/// --threshold, --confidence, --group.
void add_judging(CLI::App& command, JudgingOptions& options);

Result<analysis::JudgeOptions> judge_options(const JudgingOptions& options);

/// --group WIDTH: a positive, finite number.
Result<double> group_width(const std::string& text);

}  // namespace kab::cli
