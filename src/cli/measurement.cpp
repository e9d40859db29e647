#include "cli/measurement.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/count_calls.h"
#include "cli/metric_option.h"
#include "cli/progress.h"
#include "cli/version.h"
#include "events/perf_counters.h"
#include "model/count_metrics.h"
#include "sys/build_id.h"
#include "sys/clock.h"
#include "sys/host_lock.h"
#include "sys/machine.h"
#include "sys/stop.h"
#include "trial/abi.h"
#include "trial/arm_settings.h"
#include "trial/catalogue.h"
#include "trial/event_metrics.h"
#include "trial/guest_arm.h"
#include "trial/guest_host.h"
#include "trial/guest_trial.h"
#include "trial/live_host.h"
#include "trial/suite_tree.h"
#include "trial/suites.h"
#include "trial/tally.h"

namespace kab::cli {
namespace {

Result<model::Params> params_from(const std::vector<std::string>& texts) {
  model::Params params;
  for (const auto& text : texts) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return fail_input("--param " + in_quotes(text) + " is not KEY=VALUE, as in size=64");
    params.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return params;
}

Result<std::optional<trial::NumberMetric>> number_from(const MeasuringOptions& options) {
  if (options.number.empty()) {
    if (!options.unit.empty() || (!options.better.empty() && options.metrics.empty()))
      return fail_input(
          "--unit and --better go with --number; a command's wall time is in s, lower is better");
    return std::nullopt;
  }
  KAB_TRY(auto source, trial::NumberSource::parse(options.number));
  if (options.unit.empty())
    return fail_input("--number needs --unit, as in --unit B/s --better higher");
  auto better = model::direction_of_unit(options.unit);
  if (!options.better.empty()) {
    KAB_TRY(better, model::parse_better(options.better));
  }
  if (!better)
    return fail_input("the direction of unit " + in_quotes(options.unit) +
                      " is not known; say --better higher or --better lower");
  return trial::NumberMetric{.source = std::move(source),
                             .metric = {.name = "number", .unit = options.unit, .better = *better}};
}

// --better is the direction of a number, where one is taken, else of the events that have none.
Result<void> read_events(const MeasuringOptions& options, trial::Wanted& wanted) {
  KAB_TRY(auto named, named_metrics(options.metrics));
  std::optional<model::Better> better;
  if (!wanted.number && !options.better.empty()) {
    KAB_TRY(better, model::parse_better(options.better));
  }
  KAB_TRY(wanted.event_metrics, trial::event_metrics(named.events, better));
  wanted.events = std::move(named.events);
  return {};
}

Result<std::vector<trial::WorkloadFacts>> known_workloads() {
  KAB_TRY(const auto worker, trial::find_worker("x86_64"));
  return trial::list_workloads(worker);
}

Result<std::vector<trial::WantedSubject>> workloads_from(const MeasuringOptions& options,
                                                         const model::Params& given) {
  KAB_TRY(const auto known, known_workloads());
  KAB_TRY(const auto params, trial::params_of(options.workloads, given, known));
  std::vector<trial::WantedSubject> wanted;
  KAB_TRY(const auto abis, trial::parse_abis(options.abi));
  for (std::size_t i = 0; i < params.size(); ++i)
    for (const auto& abi : abis)
      wanted.push_back({.name = options.workloads[i], .abi = abi, .params = params[i]});
  return wanted;
}

// A suite is a list of its own: what else says what to run contradicts it.
Result<void> read_suite(const MeasuringOptions& options, const model::Params& given,
                        trial::Wanted& wanted) {
  if (!options.workloads.empty() || !wanted.command.empty())
    return fail_input("--suite names all there is to run; give either it or " +
                      std::string(wanted.command.empty() ? "workloads" : "a command"));
  if (!given.empty())
    return fail_input("--param is for workloads by name; a suite has parameters of its own");
  KAB_TRY(const auto known, known_workloads());
  std::string folder;
  if (trial::needs_tree(options.suite)) {
    KAB_TRY(const auto tree, trial::SuiteTree::make());
    folder = tree->path();
    wanted.keeps = tree;
  }
  KAB_TRY(const auto abis, trial::parse_abis(options.abi));
  for (const auto& abi : abis) {
    KAB_TRY(const auto subjects, trial::subjects_of_suite(options.suite, known, abi, folder));
    // One suite has both ABIs by itself, and commands have none.
    for (const auto& subject : subjects)
      if (std::ranges::find(wanted.subjects, subject) == wanted.subjects.end())
        wanted.subjects.push_back(subject);
  }
  wanted.absent = trial::Absent::kLeaveOut;
  return {};
}

Result<void> read_subjects(const MeasuringOptions& options, trial::Wanted& wanted) {
  KAB_TRY(const auto given, params_from(options.params));
  if (!options.suite.empty()) return read_suite(options, given, wanted);
  if (!options.workloads.empty()) {
    KAB_TRY(wanted.subjects, workloads_from(options, given));
    return {};
  }
  if (!given.empty())
    return fail_input("--param is for workloads; a command takes its own arguments");
  return {};
}

std::set<std::string> clocks_among(const std::vector<trial::WorkloadFacts>& known) {
  std::set<std::string> names;
  for (const auto& facts : known)
    if (facts.description.value("family", "") == "clocks") names.insert(facts.name);
  return names;
}

// A clock is read by the vDSO or by a system call: counted, not guessed from its name.
std::optional<std::string> path_of_clock(const trial::SlotRequest& slot,
                                         const std::set<std::string>& clocks) {
  if (!clocks.contains(slot.workload)) return std::nullopt;
  const auto worker = trial::find_worker(slot.abi);
  if (!worker) return std::nullopt;
  const auto tally =
      trial::count_calls(*worker, {.workload = slot.workload, .params = slot.params});
  if (!tally) return "path not known: " + tally.error().message;
  return trial::fast_path_text(*tally);
}

// Of a run; a trial compares, and is not to be held up by a pass of its own.
Result<std::set<std::string>> clocks_to_prove(const trial::Wanted& wanted) {
  if (wanted.kind != model::SessionKind::kRun || wanted.subjects.empty())
    return std::set<std::string>{};
  KAB_TRY(const auto known, known_workloads());
  return clocks_among(known);
}

void complete_header(model::Session& session, const std::vector<std::string>& argv) {
  session.kab_version = version();
  session.boot_id = sys::boot_id();
  session.started = sys::utc_now();
  session.argv = argv;
  if (const auto worker = trial::find_worker("x86_64"))
    if (auto build = sys::build_id_of(*worker)) session.worker_build = std::move(*build);
}

std::string label_of(const trial::Wanted& wanted) {
  if (!wanted.label.empty()) return wanted.label;
  std::vector<std::string> names;
  for (const auto& arm : wanted.arms) names.push_back(arm.name);
  return joined(names, "-");
}

}  // namespace

void add_measuring(CLI::App& command, MeasuringOptions& options) {
  command.add_option("workload", options.workloads,
                     "Workloads to measure (kab list workloads), or, after --, a command");
  command
      .add_option("--suite", options.suite,
                  "A list of workloads (kab list suites); what cannot run here is left out")
      ->type_name("S");
  command.add_option("--param", options.params, "A parameter of the workloads, as in size=64")
      ->type_name("K=V")
      ->allow_extra_args(false);
  auto* time =
      command.add_option("--time", options.time, "Time to spend, as in 60s or 5m")->type_name("T");
  command
      .add_option("--repeat", options.repeat,
                  "Number of blocks (samples an arm), instead of a time")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000U))
      ->excludes(time);
  command
      .add_option("--pin", options.pin,
                  "CPU of each role, as in 0,1, or same, sibling, other, none")
      ->type_name("CPUS");
  add_abis(command, options.abi, "x86_64 (default), i386, or each workload in both: x86_64,i386");
  command
      .add_option(
          "--number", options.number,
          "Take the metric from what the command prints: stdout, a regular expression (its last "
          "match), or "
          "json:/pointer")
      ->type_name("HOW");
  command.add_option("--unit", options.unit, "Unit of that number, as in B/s; required")
      ->type_name("U");
  command
      .add_option("--better", options.better,
                  "Direction of that number, or of events of --metric: higher or lower")
      ->type_name("B");
  command
      .add_option("--seed", options.seed,
                  "Seed of the order (default: random, printed and recorded)")
      ->type_name("N");
  command.add_flag("--keep-failed", options.keep_failed,
                   "Mark samples whose command failed and go on, instead of stopping");
}

Result<void> read_measuring(const MeasuringOptions& options,
                            const std::vector<std::string>& command, trial::Wanted& wanted) {
  wanted.command = command;
  KAB_CHECK(read_subjects(options, wanted));
  KAB_TRY(wanted.number, number_from(options));
  KAB_CHECK(read_events(options, wanted));
  wanted.pin = options.pin;
  wanted.failed = options.keep_failed ? trial::FailedSamples::kKeep : trial::FailedSamples::kStop;
  wanted.seed = fresh_seed();
  if (!options.seed.empty()) {
    const auto seed = parse_uint(options.seed);
    if (!seed) return fail_input("--seed " + in_quotes(options.seed) + " is not a whole number");
    wanted.seed = *seed;
  }
  if (!options.time.empty()) {
    KAB_TRY(wanted.budget_ns, parse_duration_ns(options.time));
  }
  if (options.repeat > 0) wanted.repeat = options.repeat;
  return {};
}

namespace {

// Workers of every ABI that a slot asks for, and the programs of commands.
trial::GuestWanted guests_for(const trial::Wanted& wanted, const trial::Plan& plan) {
  trial::GuestWanted guests{.arms = wanted.arms,
                            .purpose = wanted.lane == model::Lane::kCount ? guest::Purpose::kCount
                                                                          : guest::Purpose::kTime,
                            .files = wanted.guest_files};
  std::set<std::string> abis = {"x86_64"};
  std::set<std::string> programs;
  for (const auto& of_subject : plan.slots)
    for (const auto& slot : of_subject) {
      if (!slot.workload.empty()) abis.insert(slot.abi);
      if (!slot.command.empty()) programs.insert(slot.command.front());
    }
  guests.abis.assign(abis.begin(), abis.end());
  guests.programs.assign(programs.begin(), programs.end());
  return guests;
}

Result<void> measure_in_guests(trial::Plan plan, const trial::Wanted& wanted,
                               const CommonOptions& common, const RecordingOptions& recording,
                               const std::vector<std::string>& argv, Measured& measured) {
  if (!wanted.pin.empty())
    return fail_input("--pin is for CPUs of this machine; a guest has its own (smp=)");
  trial::set_guest_metrics(plan);
  KAB_TRY(const auto host, trial::GuestHost::prepare(guests_for(wanted, plan)));
  sys::RawClock clock;
  ProgressLine line(progress_style(common.quiet, common.no_progress));
  trial::GuestSurroundings around{
      .host = host,
      .clock = clock,
      .on_progress = [&](const trial::Progress& progress) { line.show(progress); },
      .on_notice =
          [&](const std::string& text) {
            line.clear();
            if (!common.quiet) print_note(text);
          }};
  KAB_TRY(const auto rehearsal, trial::rehearse_guests(plan, around));
  if (rehearsal.not_booted) {
    measured.finished.ended_by = rehearsal.not_booted;
    measured.finished.by_a_boot = true;
    return {};
  }
  trial::GuestSymbols symbols;
  if (wanted.functions == trial::Functions::kYes) {
    KAB_TRY(symbols, trial::GuestSymbols::learn(host));
    around.symbols = &symbols;
  }
  complete_header(plan.session, argv);
  KAB_TRY(auto recorder, store::Recorder::begin(measured.path, if_exists(recording), plan.session));
  measured.finished = trial::run_guest_plan(std::move(plan), rehearsal, around, recorder);
  line.clear();
  return {};
}

// What remains is counted; what is missing is returned, to be said.
std::vector<trial::LeftOut> leave_out_missing_events(trial::Wanted& wanted) {
  if (wanted.events.empty()) return {};
  auto here = trial::events_here(wanted.events, wanted.event_metrics,
                                 events::PerfCounters(wanted.events).probe());
  wanted.events = std::move(here.events);
  wanted.event_metrics = std::move(here.metrics);
  return std::move(here.missing);
}

}  // namespace

Result<Measured> measure(const trial::Wanted& asked, const CommonOptions& common,
                         const RecordingOptions& recording, const std::vector<std::string>& argv,
                         CountCalls calls) {
  auto wanted = asked;
  const auto missing = leave_out_missing_events(wanted);
  KAB_TRY(auto plan, trial::make_plan(wanted));
  Measured measured{.finished = {}, .path = recording_path(recording, label_of(wanted))};
  KAB_CHECK(check_recording_path(recording, measured.path));
  const auto sign = sys::announce_trial();
  if (!sign && !common.quiet)
    print_note("warning: another kab measures on this machine right now; both will be noisier");
  const sys::StopSignals signals;
  if (trial::needs_guests(wanted.arms, wanted.lane)) {
    if (calls == CountCalls::kYes)
      return fail_input("--count-syscalls is for trials on the running kernel, not in guests");
    if (std::ranges::any_of(asked.event_metrics, [&](const auto& metric) {
          return asked.lane != model::Lane::kCount ||
                 metric.name != model::count_metrics().front().name;
        }))
      return fail_input(
          "--metric counts events of live samples; a guest counts instructions (--lane count)");
    KAB_CHECK(measure_in_guests(std::move(plan), wanted, common, recording, argv, measured));
    return measured;
  }
  KAB_TRY(const auto clocks, clocks_to_prove(wanted));
  KAB_TRY(auto settings, trial::ArmSettings::prepare(wanted.arms));
  events::PerfCounters counters(wanted.events);
  trial::LiveHost host(wanted.number, wanted.events.empty() ? nullptr : &counters);
  sys::RawClock clock;
  ProgressLine line(progress_style(common.quiet, common.no_progress));
  trial::Surroundings around{
      .host = host,
      .clock = clock,
      .settings = settings,
      .on_progress = [&](const trial::Progress& progress) { line.show(progress); },
      .on_notice =
          [&](const std::string& text) {
            line.clear();
            if (!common.quiet) print_note(text);
          },
      .prove_path = [&](const trial::SlotRequest& slot) { return path_of_clock(slot, clocks); }};
  if (calls == CountCalls::kYes) around.count_calls = count_calls;
  KAB_TRY(auto rehearsal, trial::rehearse(plan, around));
  std::ranges::copy(missing, std::back_inserter(rehearsal.left_out));
  complete_header(plan.session, argv);
  KAB_TRY(auto recorder, store::Recorder::begin(measured.path, if_exists(recording), plan.session));
  measured.finished = trial::run_plan(std::move(plan), rehearsal, around, recorder);
  line.clear();
  if (auto restored = settings.restore(); !restored && !measured.finished.ended_by)
    measured.finished.ended_by = restored.error();
  return measured;
}

}  // namespace kab::cli
