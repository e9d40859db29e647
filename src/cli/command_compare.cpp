// kab compare: recordings, or sample files of other tools; the first is the baseline.
#include <iterator>
#include <memory>
#include <utility>

#include "analysis/judge_trial.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/judge_options.h"
#include "cli/metric_option.h"
#include "cli/sides.h"
#include "cli/version.h"

namespace kab::cli {
namespace {

struct CompareOptions {
  CommonOptions common;
  JudgingOptions judging;
  SideOptions sides;
  std::vector<std::string> arguments;
  bool require_verdict = false;
};

Result<model::Judgement> judge(const CompareOptions& options) {
  KAB_TRY(const auto judging, judge_options(options.judging));
  KAB_TRY(const auto trial, only_trial(options.arguments));
  if (trial) {
    KAB_TRY(auto judgement, analysis::judge_trial(trial->sessions.front(), judging));
    judgement.recording = trial->path;
    return judgement;
  }
  KAB_TRY(auto sides, sides_from(options.arguments, options.sides));
  KAB_TRY(auto judgement, analysis::judge_sides(sides.sides, judging));
  judgement.kab_version = std::string(version());
  std::ranges::move(sides.remarks, std::back_inserter(judgement.warnings));
  return judgement;
}

Result<int> run_compare(const CompareOptions& options) {
  KAB_TRY(const auto format, format_choice(options.common));
  KAB_TRY(const auto judgement, judge(options));
  KAB_CHECK(print_result(
      report::render(judgement, format, render_options(color_choice(options.common)))));
  return exit_code_of(judgement,
                      options.require_verdict ? RequireVerdict::kYes : RequireVerdict::kNo);
}

}  // namespace

void add_compare(CLI::App& kab, const Invocation&, Action& action) {
  auto* command =
      kab.add_subcommand("compare", "Compare recordings, or sample files of other tools");
  auto options = std::make_shared<CompareOptions>();
  command
      ->add_option(
          "file", options->arguments,
          "TRIAL.kab, or BASE NEW...: FILE.kab, FILE.kab:LABEL, plain numbers (one a line, - for "
          "standard input), FILE.csv:COLUMN, other tools' files (kab list readers)")
      ->required();
  add_judging(*command, options->judging);
  add_metric_option(
      *command, options->judging.metrics,
      "What --group shows: time, the rate in which a workload also reads (B/s, op/s), "
      "or any other metric of both sides");
  command->add_flag(
      "--plan", options->judging.plan,
      "Also say how many values verdicts at the threshold need, from the spread seen; "
      "one side alone will do");
  command->add_option("--unit", options->sides.unit, "Unit of plain numbers, any word")
      ->type_name("U");
  command
      ->add_option("--better", options->sides.better, "Direction of plain numbers: higher or lower")
      ->type_name("B");
  command
      ->add_option("--reader", options->sides.reader,
                   "Read files as this format (kab list readers)")
      ->type_name("NAME");
  command->add_flag("--skip-invalid", options->sides.skip_invalid,
                    "Leave out nan and inf, and say how many");
  command->add_flag("--require-verdict", options->require_verdict,
                    "Exit 4 when something stays undecided");
  add_common(*command, options->common);
  add_format(*command, options->common);
  command->footer(
      "Exit codes: 0 no side slower, 1 one is, 2 usage or input, 4 undecided and a verdict "
      "required.\n\n"
      "Examples:\n"
      "  kab compare trial.kab\n"
      "  kab compare --group 1000000 stock.kab patched.kab\n"
      "  kab compare --plan --threshold 1% stock.kab\n"
      "  kab compare --unit B/s --better higher before.txt after.txt\n");
  command->callback([&action, options] { action = [options] { return run_compare(*options); }; });
}

}  // namespace kab::cli
