#include "cli/judge_options.h"

#include <cmath>

#include "base/number.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/metric_option.h"

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
  KAB_TRY(const auto named, named_metrics(options.metrics));
  if (named.first.empty()) return judging;
  if (options.group.empty() && (!options.counts || named.events.empty()))
    return fail_input("--metric " + named.first + " says what --group shows; give --group WIDTH " +
                      (options.counts ? "too, or name an event to count" : "too"));
  judging.view = named.first;
  return judging;
}

}  // namespace kab::cli
