#include "cli/judge_options.h"

#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "base/text.h"
#include "base/units.h"
#include "model/metric.h"

namespace kab::cli {

void add_judging(CLI::App& command, JudgingOptions& options) {
  command
      .add_option("--threshold", options.threshold,
                  "The change that matters: 1% (default), 5ns, or several, all to be exceeded")
      ->type_name("D");
  command.add_option("--confidence", options.confidence, "Of all verdicts together (default 95%)")
      ->type_name("C");
  command
      .add_option("--group", options.group,
                  "Print each arm's values in groups of this width (B/s of workloads that move "
                  "bytes, else the metric)")
      ->type_name("WIDTH");
  command
      .add_option(
          "--metric", options.view,
          "What --group shows: time, or the rate in which a workload also reads (B/s, op/s)")
      ->type_name("M");
}

Result<double> group_width(const std::string& text) {
  const auto width = parse_double(text);
  if (!width || !std::isfinite(*width) || !(*width > 0))
    return fail_input("--group " + in_quotes(text) + " is not a width; give a number above 0");
  return *width;
}

namespace {

Result<double> confidence_from(const std::string& text) {
  constexpr double kLowest = 0.5;
  const auto share = parse_share(text);
  if (share && *share >= kLowest) return *share;
  return fail_input("--confidence " + in_quotes(text) +
                    " is not a share from 50% to under 100%; 95% is usual");
}

}  // namespace

Result<analysis::JudgeOptions> judge_options(const JudgingOptions& options) {
  analysis::JudgeOptions judging;
  if (!options.threshold.empty()) {
    KAB_TRY(judging.thresholds, model::parse_thresholds(options.threshold));
  }
  if (!options.confidence.empty()) {
    KAB_TRY(judging.confidence, confidence_from(options.confidence));
  }
  if (!options.group.empty()) {
    KAB_TRY(judging.group_width, group_width(options.group));
  }
  if (options.plan) judging.planning = analysis::Planning::kYes;
  if (!options.view.empty()) {
    std::vector<std::string_view> names;
    for (const auto& metric : model::known_metrics()) names.push_back(metric.name);
    if (std::ranges::find(names, options.view) == names.end()) {
      const auto near = nearest(options.view, names);
      return fail_input("unknown metric " + in_quotes(options.view) +
                        (near.empty() ? "" : "; did you mean " + std::string(near) + "?") +
                        " (kab list metrics shows all)");
    }
    if (options.group.empty())
      return fail_input("--metric says what --group shows; give --group WIDTH too");
    judging.view = options.view;
  }
  return judging;
}

}  // namespace kab::cli
