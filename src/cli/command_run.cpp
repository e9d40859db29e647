// kab run: one arm under a label, when a reboot by hand lies between the arms.
#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/judge_options.h"
#include "cli/measurement.h"
#include "cli/metric_option.h"
#include "cli/shown.h"
#include "store/load.h"

namespace kab::cli {
namespace {

constexpr std::uint32_t kDefaultRepeat = 30;

struct RunOptions {
  CommonOptions common;
  RecordingOptions recording;
  MeasuringOptions measuring;
  std::string label = "run";
  std::string group;
  ShownFormat format = ShownFormat::kText;
};

Result<trial::Wanted> wanted_from(const RunOptions& options, const Invocation& called) {
  trial::Wanted wanted;
  wanted.kind = model::SessionKind::kRun;
  wanted.label = options.label;
  KAB_TRY(auto arm, model::parse_arm(options.label));
  wanted.arms = {std::move(arm)};
  wanted.aa = trial::AaArm::kWithout;
  KAB_CHECK(read_measuring(options.measuring, called.command, wanted));
  if (!wanted.budget_ns && !wanted.repeat) wanted.repeat = kDefaultRepeat;
  return wanted;
}

// A runner keeps a value a sample; the batches are in the recording, of which this is the last
// session.
Result<std::string> loops_in(const std::string& path, const report::RenderOptions& look) {
  KAB_TRY(const auto recording, store::load(path));
  if (recording.sessions.empty()) return fail_unavailable(path + " holds no session");
  return shown_loops(std::vector{report::ShownSession{.session = &recording.sessions.back()}},
                     look);
}

Result<std::string> text_of(const RunOptions& options, const std::string& path,
                            std::span<const report::ShownSession> shown,
                            const report::RenderOptions& look) {
  if (options.common.json) return shown_json(path, shown);
  if (options.format == ShownFormat::kLoops) return loops_in(path, look);
  return report::render_show(path, shown, {}, look);
}

Result<int> run_run(const RunOptions& options, const Invocation& called) {
  std::optional<double> width;
  if (!options.group.empty()) {
    KAB_TRY(width, group_width(options.group));
  }
  KAB_TRY(const auto wanted, wanted_from(options, called));
  KAB_TRY(const auto measured, measure(wanted, options.common, options.recording, called.argv));
  const auto& session = measured.finished.session;
  if (!session.samples.empty()) {
    const std::vector<report::ShownSession> shown = {shown_session(session, width)};
    const auto look = render_options(color_choice(options.common));
    KAB_TRY(const auto text, text_of(options, measured.path, shown, look));
    KAB_CHECK(print_result(text));
  }
  if (measured.finished.ended_by) return std::unexpected(*measured.finished.ended_by);
  if (session.stopped == model::Stopped::kInterrupted)
    return fail_interrupted("interrupted; what was measured is saved in " + measured.path);
  return 0;
}

}  // namespace

void add_run(CLI::App& kab, const Invocation& called, Action& action) {
  auto* command = kab.add_subcommand("run", "Record one arm under a label, to be compared later");
  auto options = std::make_shared<RunOptions>();
  add_measuring(*command, options->measuring);
  command->add_option("--label", options->label, "What kab compare calls it (default: run)")
      ->type_name("L");
  add_metric_option(*command, options->measuring.metrics,
                    "Events to count for each operation, as in cycles:k,task-clock, in a second "
                    "process of each sample");
  command->add_option("--group", options->group, "Print the values in groups of this width")
      ->type_name("WIDTH");
  add_shown_format(*command, options->format);
  add_recording(*command, options->recording);
  add_common(*command, options->common);
  command->add_flag("--no-progress", options->common.no_progress, "No progress line");
  command->footer(
      "Record the baseline twice, before and after: kab compare uses it as a control.\n\n"
      "Examples:\n"
      "  kab run --repeat 100 --label stock -o stock.kab unix-seqpacket\n"
      "  kab run --number stdout --unit B/s --better higher --label stock -- ./seqpacket-mail\n");
  command->callback([&action, &called, options] {
    action = [&called, options] { return run_run(*options, called); };
  });
}

}  // namespace kab::cli
