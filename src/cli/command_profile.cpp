// kab profile: which functions the time of a command goes to, and how that differs between arms.
#include <algorithm>
#include <csignal>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "analysis/profile_shares.h"
#include "base/random.h"
#include "base/text.h"
#include "cli/command_session.h"
#include "cli/commands.h"
#include "cli/profile_arms.h"
#include "cli/side_report.h"
#include "cli/version.h"
#include "inspect/profile_run.h"
#include "report/profile_table.h"
#include "store/load.h"
#include "trial/arm_settings.h"
#include "trial/schedule.h"

namespace kab::cli {
namespace {

constexpr std::uint32_t kDiffRepeat = 5;
constexpr const char* kSampledBy = "profile";  // code of the event that says so in a recording

struct ProfileOptions {
  SideReportOptions report;
  RecordingOptions recording;
  std::vector<std::string> files;
  std::vector<std::string> arms;
  std::string format = "text";
  std::string label = "profile";
  std::uint64_t hz = 997;
  std::uint32_t repeat = 0;  // 0: once, or kDiffRepeat with --diff
  bool diff = false;
};

/// What all runs together have shown.
struct Profiled {
  model::Session session;
  std::map<std::string, std::uint64_t> folded;
  std::string kernel_hidden;  // why there are no kernel symbols; empty: there are
  events::SampledBy by = events::SampledBy::kCpuClock;
  std::uint64_t lost = 0;
  std::uint64_t throttled = 0;
  bool rate_was_lowered = false;
  int last_code = 0;
};

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

model::Sample sample_of(const sys::Foreground::End& end, std::uint32_t arm, std::uint32_t block,
                        std::uint32_t position) {
  model::Sample sample;
  sample.arm = arm;
  sample.block = block;
  sample.position = position;
  sample.duration_ns = end.elapsed_ns;
  const double values[] = {static_cast<double>(end.elapsed_ns) / 1e9,
                           seconds_of(end.usage.ru_utime), seconds_of(end.usage.ru_stime)};
  for (std::uint32_t metric = 0; metric < std::size(values); ++metric)
    sample.readings.push_back(
        {.metric = metric, .batch = 0, .iterations = 1, .total = values[metric]});
  return sample;
}

/// Profiles runs one after the other, into a session and, where there is one, its recorder.
class Profiling {
 public:
  Profiling(const ProfileOptions& options, sys::CommandOutput output)
      : options_(options),
        output_(output),
        symbols_{.kernel = sys::read_kallsyms(), .user = inspect::UserSymbols()} {
    if (!symbols_.kernel) profiled_.kernel_hidden = symbols_.kernel.error().message;
  }

  Result<void> begin(model::Session session) {
    profiled_.session = std::move(session);
    KAB_TRY(recorder_, recorder_for(options_.recording, profiled_.session));
    return {};
  }

  Result<void> run(const ProfileArm& arm, std::uint32_t arm_index, std::uint32_t block,
                   std::uint32_t position) {
    KAB_TRY(const auto run,
            inspect::profile_run({.command = arm.command,
                                  .environment = arm.environment,
                                  .output = output_,
                                  .hz = options_.hz,
                                  .chains = options_.format == "folded" ? events::Chains::kYes
                                                                        : events::Chains::kNo}));
    profiled_.last_code = sys::shell_code_of(run.end.status);
    profiled_.by = run.by;
    profiled_.lost += run.counter.lost();
    profiled_.throttled += run.counter.throttled();
    profiled_.rate_was_lowered = profiled_.rate_was_lowered || run.rate_was_lowered;
    if (options_.format == "folded")
      for (const auto& stack : run.counter.stacks(symbols_))
        profiled_.folded[joined(stack.frames, ";")] += stack.count;
    return keep(sample_of(run.end, arm_index, block, position), run.counter);
  }

  Result<Profiled> finish(model::Stopped stopped) {
    const model::Event by{
        .at_ns = 0,
        .code = kSampledBy,
        .text = fmt::format("{} at {} Hz", events::text_of(profiled_.by), options_.hz)};
    profiled_.session.events.push_back(by);
    if (recorder_) {
      KAB_CHECK(recorder_->add_event(by));
      KAB_CHECK(recorder_->finish(stopped));
    }
    return std::move(profiled_);
  }

  int last_code() const { return profiled_.last_code; }

 private:
  Result<void> keep(model::Sample sample, const inspect::ProfileCounter& counter) {
    auto& session = profiled_.session;
    sample.started_ns = started_ns_;
    started_ns_ += sample.duration_ns;
    const auto rows = counter.rows(static_cast<std::uint32_t>(session.samples.size()), symbols_);
    session.samples.push_back(std::move(sample));
    session.profile.insert(session.profile.end(), rows.begin(), rows.end());
    if (!recorder_) return {};
    KAB_CHECK(recorder_->add(std::span(session.samples).last(1)));
    return recorder_->add_profile(rows);
  }

  const ProfileOptions& options_;
  sys::CommandOutput output_;
  inspect::Symbols symbols_;
  Profiled profiled_;
  std::optional<store::Recorder> recorder_;
  std::int64_t started_ns_ = 0;
};

bool was_interrupted(const sys::RelayedSignals& signals, int code) {
  constexpr int kSignalled = 128;
  return signals.came() || code == kSignalled + SIGINT;
}

std::vector<model::Metric> times() {
  return {model::wall_metric(), model::user_metric(), model::system_metric()};
}

Result<Profiled> profile_command(const ProfileOptions& options, const Invocation& called,
                                 const SideReport& report) {
  Profiling profiling(options, report.command_output());
  KAB_CHECK(profiling.begin(command_session(options.label, called.argv, called.command, times())));
  const ProfileArm only{.arm = {}, .command = called.command, .environment = {}};
  const sys::RelayedSignals signals;
  auto stopped = model::Stopped::kRepeat;
  const auto repeat = std::max<std::uint32_t>(options.repeat, 1);
  for (std::uint32_t run = 0; run < repeat && stopped == model::Stopped::kRepeat; ++run) {
    KAB_CHECK(profiling.run(only, 0, run, 0));
    if (was_interrupted(signals, profiling.last_code())) stopped = model::Stopped::kInterrupted;
  }
  return profiling.finish(stopped);
}

model::Session diff_session(const ProfileOptions& options, const Invocation& called,
                            const std::vector<ProfileArm>& arms, std::uint64_t seed) {
  auto session = command_session(options.label, called.argv, called.command, times());
  session.kind = model::SessionKind::kTrial;
  session.label = "";
  session.seed = seed;
  const auto environment = session.arms.front().environment;
  session.arms.clear();
  for (const auto& arm : arms) session.arms.push_back({.arm = arm.arm, .environment = environment});
  if (called.command.empty()) session.subjects.front().name = "command";
  return session;
}

/// Both arms in every block, in an order of chance.
Result<Profiled> profile_arms_in_turn(const ProfileOptions& options, const Invocation& called,
                                      const SideReport& report) {
  KAB_TRY(const auto arms, profile_arms(options.arms, called.command));
  const auto seed = fresh_seed();
  const auto repeat = options.repeat > 0 ? options.repeat : kDiffRepeat;
  auto session = diff_session(options, called, arms, seed);
  session.planned_blocks = repeat;
  KAB_TRY(auto settings, trial::ArmSettings::prepare({arms[0].arm, arms[1].arm}));
  Profiling profiling(options, report.command_output());
  KAB_CHECK(profiling.begin(std::move(session)));
  const sys::RelayedSignals signals;
  auto stopped = model::Stopped::kRepeat;
  for (std::uint32_t block = 0; block < repeat && stopped == model::Stopped::kRepeat; ++block)
    for (const auto& slot : trial::block_order(seed, block, 1, 2, trial::AaArm::kWithout)) {
      KAB_CHECK(settings.apply(slot.arm));
      KAB_CHECK(profiling.run(arms[slot.arm], slot.arm, block, slot.position));
      if (!was_interrupted(signals, profiling.last_code())) continue;
      stopped = model::Stopped::kInterrupted;
      break;
    }
  KAB_CHECK(settings.restore());
  return profiling.finish(stopped);
}

std::string sampled_by(const model::Session& session) {
  const auto said = std::ranges::find(session.events, kSampledBy, &model::Event::code);
  return said == session.events.end() ? "" : said->text;
}

void remark_on_skid(const model::Profile& profile, model::ProfileReport& report) {
  report.remarks.push_back(
      {"skid",
       fmt::format("no hardware cycles here, so sampled by a timer's interrupt (cpu-clock): what "
                   "runs with interrupts off is seen where they come on again (skid). Samples "
                   "cluster on functions that let interrupts in, such as "
                   "_raw_spin_unlock_irqrestore and finish_task_switch, and stand for what ran "
                   "before them: {:.1f} % of the samples here",
                   100 * analysis::share_that_lets_interrupts_in(profile))});
}

void remark_on(const Profiled& profiled, model::ProfileReport& report) {
  std::uint64_t samples = 0;
  for (const auto& row : profiled.session.profile) samples += row.count;
  if (samples == 0)
    report.remarks.push_back(
        {"no-samples", "no samples: it used too little CPU time; raise -F or --repeat"});
  if (!profiled.kernel_hidden.empty())
    report.remarks.push_back(
        {"kernel-symbols", "kernel functions have no names: " + profiled.kernel_hidden});
  if (profiled.lost > 0)
    report.remarks.push_back({"lost", fmt::format("{} records were lost, since the buffers were "
                                                  "full: lower -F",
                                                  profiled.lost)});
  if (profiled.throttled > 0)
    report.remarks.push_back(
        {"throttled", fmt::format("the kernel stopped sampling {} times, since there were too many "
                                  "samples in a tick: lower -F",
                                  profiled.throttled)});
  if (profiled.rate_was_lowered)
    report.remarks.push_back(
        {"rate-lowered",
         fmt::format("the kernel lowered kernel.perf_event_max_sample_rate to {} while it ran: "
                     "sampling took too long",
                     events::max_sample_rate())});
  if (profiled.by == events::SampledBy::kCpuClock && samples > 0 && !report.profiles.empty())
    remark_on_skid(report.profiles.front(), report);
}

std::string folded_text(const Profiled& profiled) {
  std::string text;
  for (const auto& [stack, count] : profiled.folded) text += fmt::format("{} {}\n", stack, count);
  return text;
}

Result<void> put_report(const ProfileOptions& options, const SideReport& place,
                        const model::ProfileReport& report) {
  return place.put(options.report.json
                       ? report::profile_json(report, version())
                       : report::profile_table(report, render_options(ColorChoice::kNever)));
}

Result<int> run_profile(const ProfileOptions& options, const Invocation& called) {
  KAB_TRY(const auto place, SideReport::open(options.report));
  KAB_TRY(const auto profiled, options.diff ? profile_arms_in_turn(options, called, place)
                                            : profile_command(options, called, place));
  const auto& session = profiled.session;
  model::ProfileReport report{.command = session.subjects.front().name,
                              .sampled_by = sampled_by(session)};
  for (std::uint32_t arm = 0; arm < session.arms.size(); ++arm)
    report.profiles.push_back(analysis::profile_of(session, arm, session.arms[arm].arm.name));
  if (options.diff) report.diff = analysis::compare_profiles(session, 0, session, 1);
  remark_on(profiled, report);
  if (options.format == "folded") {
    for (const auto& remark : report.remarks) print_note("kab: " + remark.text);
    KAB_CHECK(place.put(folded_text(profiled)));
  } else {
    KAB_CHECK(put_report(options, place, report));
  }
  return profiled.last_code;
}

Result<model::Session> profiled_session(const std::string& path) {
  KAB_TRY(auto recording, store::load(path));
  for (auto& session : recording.sessions)
    if (!session.profile.empty()) return std::move(session);
  return fail_input(path + " holds no profile; kab profile -o writes one");
}

Result<int> compare_recordings(const ProfileOptions& options) {
  if (options.files.size() != 2)
    return fail_input("--diff compares two recordings, this names " +
                      std::to_string(options.files.size()));
  KAB_TRY(const auto baseline, profiled_session(options.files[0]));
  KAB_TRY(const auto other, profiled_session(options.files[1]));
  KAB_TRY(const auto place, SideReport::open(options.report));
  model::ProfileReport report{
      .command = options.files[0] + " and " + options.files[1],
      .sampled_by = sampled_by(baseline) == sampled_by(other)
                        ? sampled_by(baseline)
                        : sampled_by(baseline) + " and " + sampled_by(other)};
  report.profiles = {analysis::profile_of(baseline, 0, options.files[0]),
                     analysis::profile_of(other, 0, options.files[1])};
  report.diff = analysis::compare_profiles(baseline, 0, other, 0);
  KAB_CHECK(put_report(options, place, report));
  return 0;
}

Result<int> chosen(const ProfileOptions& options, const Invocation& called) {
  if (options.format == "folded" && (options.diff || options.report.json))
    return fail_input("--format folded is for one profile as text, without --diff and --json");
  if (!options.files.empty()) {
    if (options.diff && options.arms.empty() && called.command.empty())
      return compare_recordings(options);
    return fail_input("recordings are for --diff OLD.kab NEW.kab; a command stands after --");
  }
  if (!options.arms.empty() && !options.diff) return fail_input("arms are for --diff; give it too");
  if (called.command.empty() && options.arms.empty())
    return fail_input("there is no command to profile; give one after --, as in kab profile -- ls");
  return run_profile(options, called);
}

}  // namespace

void add_profile(CLI::App& kab, const Invocation& called, Action& action) {
  auto* command = kab.add_subcommand(
      "profile", "Which functions the time of a command goes to, kernel and user");
  auto options = std::make_shared<ProfileOptions>();
  command->add_option("file", options->files, "With --diff: two recordings of kab profile")
      ->type_name("FILE.kab");
  command->add_option("-F,--frequency", options->hz, "Samples a second of CPU time (default: 997)")
      ->type_name("HZ")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}));
  command
      ->add_option("-r,--repeat", options->repeat,
                   "Run it so often (default: once, with --diff 5 times each)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000U));
  command->add_flag("--diff", options->diff,
                    "Compare two arms, taken in turn, or two recordings: CPU time by function");
  command->add_option("-a,--arm", options->arms, "An arm of --diff; the first is the baseline")
      ->type_name("NAME:KEY=VALUE[,...]")
      ->allow_extra_args(false);
  command
      ->add_option("--format", options->format, "text, or folded: stacks as flame graphs take them")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "folded"}));
  command->add_option("--label", options->label, "Its name in the recording (default: profile)")
      ->type_name("L");
  add_side_report(*command, options->report);
  add_optional_recording(*command, options->recording);
  command->footer(
      "By hardware cycles where there are any, else by cpu-clock, whose samples skid\n"
      "(docs/profile.md). Arm keys: cmd, env.<NAME>, sysctl.<name>, file.<path>.\n"
      "Leaves with the command's own status (128+n when signal n ended it); 125 is a failure of\n"
      "kab's own.\n\n"
      "Examples:\n"
      "  kab profile -- find /usr -type f\n"
      "  kab profile --format folded --report find.folded -- find /usr\n"
      "  kab profile --diff -a old:cmd=./old -a new:cmd=./new\n"
      "  kab profile --repeat 5 -o old.kab -- ./bench   (then boot the new kernel)\n"
      "  kab profile --diff old.kab new.kab\n");
  command->callback([&action, &called, options] {
    action = [&called, options] { return or_own_failure(chosen(*options, called)); };
  });
}

}  // namespace kab::cli
