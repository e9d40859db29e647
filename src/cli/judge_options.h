// Options of judging, shared by trial and compare.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "analysis/judge_trial.h"
#include "base/result.h"

namespace kab::cli {

struct JudgingOptions {
  std::string threshold;
  std::string confidence;
  std::string group;
  std::string view;
  bool plan = false;  // compare only
};

/// --threshold, --confidence, --group, --metric.
void add_judging(CLI::App& command, JudgingOptions& options);

Result<analysis::JudgeOptions> judge_options(const JudgingOptions& options);

/// --group WIDTH: a positive, finite number.
Result<double> group_width(const std::string& text);

}  // namespace kab::cli
