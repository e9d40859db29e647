// kab trial: two or more arms, interleaved and randomised; the main job.
#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "analysis/judge_trial.h"
#include "base/number.h"
#include "base/units.h"
#include "cli/arms_option.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/judge_options.h"
#include "cli/measurement.h"
#include "cli/metric_option.h"
#include "guest/kernel.h"
#include "trial/guest_arm.h"

namespace kab::cli {
namespace {

constexpr std::string_view kDefaultTime = "60s";

struct TrialOptions {
  CommonOptions common;
  RecordingOptions recording;
  MeasuringOptions measuring;
  JudgingOptions judging;
  std::vector<std::string> arms;
  std::string arms_file;
  std::string lane;  // empty: count where an arm boots a kernel, else time
  std::vector<std::string> guest_files;
  bool no_aa = false;
  bool require_verdict = false;
  bool bisect = false;
  bool count_syscalls = false;
  bool by_function = false;
};

Result<model::Lane> lane_from(const TrialOptions& options, const std::vector<model::Arm>& arms) {
  if (!options.lane.empty()) return model::parse_lane(options.lane);
  return std::ranges::any_of(arms, trial::has_guest_key) ? model::Lane::kCount : model::Lane::kTime;
}

Result<analysis::JudgeOptions> judging_of(const TrialOptions& options) {
  auto judging = options.judging;
  judging.metrics = options.measuring.metrics;
  judging.counts = true;
  return judge_options(judging);
}

Result<trial::Wanted> wanted_from(const TrialOptions& options, const Invocation& called) {
  trial::Wanted wanted;
  wanted.kind = model::SessionKind::kTrial;
  KAB_TRY(wanted.arms, arms_from(options.arms, options.arms_file));
  KAB_CHECK(read_measuring(options.measuring, called.command, wanted));
  KAB_TRY(wanted.lane, lane_from(options, wanted.arms));
  wanted.guest_files = options.guest_files;
  if (options.by_function && wanted.lane != model::Lane::kCount)
    return fail_input(
        "--by-function is of the count lane: give --lane count, or an arm with kernel= or boot=");
  if (options.by_function) wanted.functions = trial::Functions::kYes;
  // Boots have a usual number; how long they take is not known before.
  if (!wanted.budget_ns && !wanted.repeat && !trial::needs_guests(wanted.arms, wanted.lane)) {
    KAB_TRY(wanted.budget_ns, parse_duration_ns(kDefaultTime));
  }
  wanted.aa = options.no_aa ? trial::AaArm::kWithout : trial::AaArm::kWith;
  KAB_TRY(const auto judging, judging_of(options));
  if (wanted.lane == model::Lane::kCount) wanted.thresholds = model::residual_threshold();
  if (judging.thresholds) wanted.thresholds = *judging.thresholds;
  if (judging.confidence) wanted.confidence = *judging.confidence;
  return wanted;
}

void say_where_the_time_went(const Measured& measured, const CommonOptions& common) {
  const auto& finished = measured.finished;
  if (common.quiet || finished.measuring_ns <= 0) return;
  if (finished.inside_ns == 0)
    return print_note(fmt::format("measured for {}; recording: {}",
                                  duration_text(finished.measuring_ns), measured.path));
  print_note(fmt::format(
      "measured for {}, {:.0f} % of it inside workloads; recording: {}",
      duration_text(finished.measuring_ns),
      100.0 * static_cast<double>(finished.inside_ns) / static_cast<double>(finished.measuring_ns),
      measured.path));
}

/// This commit says nothing either way, and git bisect is to try another.
int skip_commit(const Error& why) {
  print_error(why);
  return kBisectSkip;
}

/// Why an arm's kernel cannot be read; nothing where all can, or none is named.
std::optional<Error> unreadable_kernel(const std::vector<model::Arm>& arms) {
  for (const auto& arm : arms) {
    const auto kernel = model::setting_of(arm, "kernel");
    if (!kernel) continue;
    const auto prepared = guest::prepare_kernel(*kernel);
    if (!prepared && prepared.error().kind == ErrorKind::kInput)
      return Error{ErrorKind::kInput, "arm " + arm.name + ": " + prepared.error().message};
  }
  return std::nullopt;
}

Result<int> run_trial(const TrialOptions& options, const Invocation& called) {
  KAB_TRY(const auto format, format_choice(options.common));
  KAB_TRY(const auto judging, judging_of(options));
  KAB_TRY(const auto wanted, wanted_from(options, called));
  if (options.bisect)
    if (const auto why = unreadable_kernel(wanted.arms)) return skip_commit(*why);
  KAB_TRY(const auto measured,
          measure(wanted, options.common, options.recording, called.argv,
                  options.count_syscalls ? CountCalls::kYes : CountCalls::kNo));
  const auto& finished = measured.finished;
  if (!finished.session.samples.empty()) {
    KAB_TRY(auto judgement, analysis::judge_trial(finished.session, judging));
    judgement.recording = measured.path;
    KAB_CHECK(print_result(
        report::render(judgement, format, render_options(color_choice(options.common)))));
    say_where_the_time_went(measured, options.common);
    if (!finished.ended_by && finished.session.stopped != model::Stopped::kInterrupted) {
      if (options.bisect) return bisect_code_of(judgement);
      return exit_code_of(judgement,
                          options.require_verdict ? RequireVerdict::kYes : RequireVerdict::kNo);
    }
  }
  if (finished.by_a_boot && options.bisect) return skip_commit(*finished.ended_by);
  if (finished.ended_by) return std::unexpected(*finished.ended_by);
  return fail_interrupted("interrupted; what was measured is saved in " + measured.path);
}

}  // namespace

void add_trial(CLI::App& kab, const Invocation& called, Action& action) {
  auto* command =
      kab.add_subcommand("trial", "Compare two or more arms, interleaved and randomised");
  auto options = std::make_shared<TrialOptions>();
  command->add_option("-a,--arm", options->arms, "An arm; the first one is the baseline")
      ->type_name("NAME:KEY=VALUE[,...]")
      ->allow_extra_args(false);
  command
      ->add_option("--arms", options->arms_file,
                   "Arms from a TOML file ([[arm]] tables with a name)")
      ->type_name("FILE.toml");
  add_measuring(*command, options->measuring);
  add_judging(*command, options->judging);
  add_metric_option(*command, options->measuring.metrics,
                    "Events to count for each operation, as in cycles:k,task-clock, in a second "
                    "process of each sample; with --group, the first one named is what it shows");
  command->add_flag("--no-aa", options->no_aa,
                    "Leave out the A/A control (a second turn of the baseline)");
  command
      ->add_option("--lane", options->lane,
                   "time (a real clock) or count (instructions, in a guest; default where an arm "
                   "boots a kernel)")
      ->check(CLI::IsMember({"time", "count"}))
      ->type_name("LANE");
  command
      ->add_option("--guest-file", options->guest_files,
                   "A file or folder that a guest shall have at the same place")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command->add_flag(
      "--by-function", options->by_function,
      "Count lane: also say which functions of the kernel grew, shrank, came or went");
  command->add_flag("--require-verdict", options->require_verdict,
                    "Exit 4 when something stays undecided");
  command->add_flag(
      "--bisect", options->bisect,
      "Exit codes for git bisect run: 0 good, 1 bad, 125 undecided, 128 and up for failures");
  command->add_flag("--count-syscalls", options->count_syscalls,
                    "Also say which system calls differ, counted in a pass after the timed one");
  add_recording(*command, options->recording);
  add_common(*command, options->common);
  add_format(*command, options->common);
  command->add_flag("--no-progress", options->common.no_progress, "No progress line");
  command->footer(
      "Arm keys: sysctl.<name>, env.<NAME>, file.<path>, param.<k>, pin, abi, cmd, setup, "
      "teardown;\n"
      "of a guest: kernel, boot, initrd, cpu, mem, smp (docs/guests.md).\n"
      "(docs/arms.md tells what each does, and the form of an --arms file).\n"
      "Exit codes: 0 no arm slower, 1 one is, 2 usage, 3 not possible here, 4 undecided and a "
      "verdict\n"
      "required, 130 interrupted.\n\n"
      "Examples:\n"
      "  kab trial -a short:sysctl.net.unix.max_dgram_qlen=10 \\\n"
      "            -a long:sysctl.net.unix.max_dgram_qlen=512 unix-dgram-fanin\n"
      "  kab trial -a old:cmd='./old /tmp' -a new:cmd='./new /tmp' --repeat 30\n"
      "  kab trial -a old:kernel=6.1.deb -a new:kernel=6.12.deb stat getppid\n"
      "  kab trial -a short:sysctl.net.unix.max_dgram_qlen=10 \\\n"
      "            -a long:sysctl.net.unix.max_dgram_qlen=512 \\\n"
      "            --metric context-switches,cycles:k unix-dgram-fanin\n"
      "  kab trial -a plain -a thp:env.GLIBC_TUNABLES=glibc.malloc.hugetlb=1 -- git status\n");
  command->callback([&action, &called, options] {
    action = [&called, options]() -> Result<int> {
      auto result = run_trial(*options, called);
      if (!options->bisect || result) return result;
      print_error(result.error());
      return bisect_failure(kab::exit_code_of(result.error().kind));
    };
  });
}

}  // namespace kab::cli
