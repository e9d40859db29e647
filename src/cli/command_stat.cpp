// kab stat: events counted over repeated runs of a command.
#include <csignal>
#include <memory>
#include <utility>

#include "analysis/event_summary.h"
#include "base/text.h"
#include "cli/command_session.h"
#include "cli/commands.h"
#include "cli/side_report.h"
#include "cli/version.h"
#include "events/command_count.h"
#include "events/perf_counters.h"
#include "report/count_json.h"
#include "report/count_table.h"

namespace kab::cli {
namespace {

struct StatOptions {
  SideReportOptions report;
  RecordingOptions recording;
  std::string events = std::string(events::default_events());
  std::string label = "stat";
  std::uint32_t repeat = 1;
  bool require = false;
};

/// The runs, and how each ended.
struct Runs {
  model::CountedRuns counted;
  std::vector<int> codes;  // as a shell gives them
};

constexpr std::uint32_t kTimes = 3;  // metrics before the events: wall, user, system

std::vector<model::Metric> metrics_with(const std::vector<model::Metric>& events) {
  std::vector<model::Metric> metrics = {model::wall_metric(), model::user_metric(),
                                        model::system_metric()};
  metrics.insert(metrics.end(), events.begin(), events.end());
  return metrics;
}

// A sample of the recording; an event without a count has no reading.
model::Sample sample_of(const model::CountedRun& run, std::uint32_t number,
                        std::int64_t started_ns) {
  model::Sample sample;
  sample.block = number;
  sample.started_ns = started_ns;
  sample.duration_ns = static_cast<std::int64_t>(run.elapsed_s * 1e9);
  const auto add = [&sample](std::uint32_t metric, double value) {
    sample.readings.push_back({.metric = metric, .batch = 0, .iterations = 1, .total = value});
  };
  add(0, run.elapsed_s);
  add(1, run.user_s);
  add(2, run.system_s);
  for (std::uint32_t i = 0; i < run.counts.size(); ++i)
    if (run.counts[i].status == model::CountStatus::kCounted) add(kTimes + i, run.counts[i].value);
  return sample;
}

Result<void> refuse_if_missing(events::PerfCounters& counters) {
  const auto there = counters.probe();
  for (std::size_t i = 0; i < there.size(); ++i)
    if (there[i].status != model::CountStatus::kCounted)
      return fail_unavailable("event " + counters.events()[i].name + " is " +
                              std::string(text_of(there[i].status)) + ": " + there[i].reason +
                              "; nothing was run (--require)");
  return {};
}

bool was_interrupted(const sys::RelayedSignals& signals, int code) {
  constexpr int kSignalled = 128;
  return signals.came() || code == kSignalled + SIGINT;
}

/// Runs the command as often as asked for, or until somebody interrupts.
Result<Runs> count_runs(events::PerfCounters& counters, const StatOptions& options,
                        const Invocation& called, const SideReport& report,
                        std::optional<store::Recorder>& recorder) {
  Runs runs{.counted = {.events = counters.events(), .groups = {}, .runs = {}}, .codes = {}};
  const sys::RelayedSignals signals;
  std::int64_t started_ns = 0;
  auto stopped = model::Stopped::kRepeat;
  for (std::uint32_t number = 0; number < options.repeat; ++number) {
    KAB_TRY(auto one, events::count_command(counters, called.command, report.command_output()));
    runs.codes.push_back(sys::shell_code_of(one.status));
    const auto sample = sample_of(one.run, number, started_ns);
    started_ns += sample.duration_ns;
    if (recorder) KAB_CHECK(recorder->add(std::vector{sample}));
    runs.counted.runs.push_back(std::move(one.run));
    if (!was_interrupted(signals, runs.codes.back())) continue;
    stopped = model::Stopped::kInterrupted;
    break;
  }
  if (recorder) KAB_CHECK(recorder->finish(stopped));
  return runs;
}

void remark_on_ends(const Runs& runs, std::uint32_t wanted, model::CountReport& report) {
  std::size_t failed = 0;
  for (const int code : runs.codes) failed += code != 0 ? 1 : 0;
  if (failed > 0)
    report.remarks.push_back({"failed", std::to_string(failed) + " of " +
                                            std::to_string(runs.codes.size()) +
                                            " runs failed; the last one's status is " +
                                            std::to_string(runs.codes.back())});
  if (runs.codes.size() < wanted)
    report.remarks.push_back({"interrupted", "interrupted after " +
                                                 std::to_string(runs.codes.size()) + " of " +
                                                 std::to_string(wanted) + " runs"});
}

// The next rung of the ladder, where the machine has no counters.
void remark_on_lane(const std::vector<events::Event>& wanted, model::CountReport& report) {
  constexpr std::uint32_t kHardware = 0;  // PERF_TYPE_HARDWARE
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].type != kHardware) continue;
    if (report.events[i].status != model::CountStatus::kNotSupported) continue;
    report.remarks.push_back(
        {"count-lane",
         "count lane available: kab trial --lane count counts the kernel's instructions in a "
         "guest, without hardware counters"});
    return;
  }
}

Result<int> run_stat(const StatOptions& options, const Invocation& called) {
  if (called.command.empty())
    return fail_input("there is no command to count; give one after --, as in kab stat -- ls");
  KAB_TRY(const auto wanted, events::parse_events(options.events));
  KAB_TRY(const auto report, SideReport::open(options.report));
  events::PerfCounters counters(wanted);
  if (options.require) KAB_CHECK(refuse_if_missing(counters));
  KAB_TRY(auto recorder, recorder_for(options.recording,
                                      command_session(options.label, called.argv, called.command,
                                                      metrics_with(counters.events()))));
  KAB_TRY(auto runs, count_runs(counters, options, called, report, recorder));
  for (const auto& event : wanted) runs.counted.groups.push_back(event.group);
  auto summary = analysis::summarise_counts(runs.counted, shell_words(called.command));
  remark_on_ends(runs, options.repeat, summary);
  remark_on_lane(wanted, summary);
  KAB_CHECK(report.put(options.report.json
                           ? report::count_json(summary, runs.counted, runs.codes, version())
                           : report::count_table(summary, render_options(ColorChoice::kNever))));
  return runs.codes.back();
}

}  // namespace

void add_stat(CLI::App& kab, const Invocation& called, Action& action) {
  auto* command = kab.add_subcommand("stat", "Count events over repeated runs of a command");
  auto options = std::make_shared<StatOptions>();
  command
      ->add_option("-e,--event", options->events,
                   "Events with commas between, :u or :k behind a name, {} around a group")
      ->type_name("EVENTS");
  command->add_option("-r,--repeat", options->repeat, "Run it so often (default: once)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000U));
  command->add_flag("--require", options->require,
                    "Run nothing (125) when one of the events cannot be counted here");
  command->add_option("--label", options->label, "What kab compare calls it (default: stat)")
      ->type_name("L");
  add_side_report(*command, options->report);
  add_optional_recording(*command, options->recording);
  command->footer(
      "Leaves with the command's own status (128+n when signal n ended it); 125 is a failure of\n"
      "kab's own. What cannot be counted here is not supported, not permitted or not counted:\n"
      "three different things, none of them 0 (docs/events.md).\n\n"
      "Examples:\n"
      "  kab stat -- find /usr/include\n"
      "  kab stat --repeat 10 -e task-clock,page-faults,cycles:k -- ./build.sh\n"
      "  kab stat --repeat 10 -o old.kab -- ./old && kab stat --repeat 10 -o new.kab -- ./new &&\n"
      "    kab compare old.kab new.kab\n");
  command->callback([&action, &called, options] {
    action = [&called, options] { return or_own_failure(run_stat(*options, called)); };
  });
}

}  // namespace kab::cli
