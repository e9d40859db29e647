// kab syscalls: the system calls of a command, or of a running process, counted and timed.
#include <csignal>
#include <cstdio>
#include <memory>
#include <utility>

#include <unistd.h>

#include "base/text.h"
#include "base/units.h"
#include "cli/command_session.h"
#include "cli/commands.h"
#include "cli/guest_syscalls.h"
#include "cli/side_report.h"
#include "cli/syscall_report.h"
#include "cli/version.h"
#include "report/syscall_table.h"
#include "sys/foreground.h"
#include "sys/program.h"
#include "sys/stop.h"
#include "tracing/observe.h"

namespace kab::cli {
namespace {

using syscalls::Observed;

struct SyscallsOptions {
  SideReportOptions report;
  RecordingOptions recording;
  GuestOption guest;
  std::vector<std::string> guest_files;
  pid_t process = 0;
  std::string sort;
  std::string per;
  std::string backend;
  std::string every;
  std::string label = "syscalls";
  bool counts_only = false;
  bool errors = false;
  bool histogram = false;
  bool percentiles = false;
};

Result<syscalls::Watch> watch_from(const SyscallsOptions& options) {
  const bool latencies = options.histogram || options.percentiles;
  if (options.counts_only && latencies)
    return fail_input(
        "--counts-only takes no time, so it goes without --histogram and "
        "--percentiles");
  syscalls::Watch watch;
  if (options.per == "process") watch.per = syscalls::Per::kProcess;
  if (options.per == "thread") watch.per = syscalls::Per::kThread;
  if (options.per == "comm") watch.per = syscalls::Per::kComm;
  if (options.counts_only) watch.timing = syscalls::Timing::kNone;
  // A recording has no word for errors that nobody looked at.
  const bool recorded = !options.recording.output.empty();
  if (options.errors || recorded) watch.errors = syscalls::ErrorDetail::kByErrno;
  if (latencies) watch.latencies = syscalls::LatencyDetail::kHistogram;
  return watch;
}

std::optional<tracing::Backend> backend_from(const SyscallsOptions& options) {
  if (options.backend.empty()) return std::nullopt;
  return options.backend == "bpf" ? tracing::Backend::kBpf : tracing::Backend::kPtrace;
}

/// The command, in a child that still has kab's ignored signals.
Result<syscalls::Body> body_of(const std::vector<std::string>& argv, sys::CommandOutput output) {
  const auto program = sys::find_program(argv.front());
  if (!program)
    return fail_input("command " + in_quotes(argv.front()) +
                      " is not found or not executable; check its name and PATH");
  return syscalls::Body([argv = std::vector(argv), output, path = *program]() mutable {
    if (output == sys::CommandOutput::kToErrors) ::dup2(STDERR_FILENO, STDOUT_FILENO);
    std::vector<char*> words;
    for (auto& word : argv) words.push_back(word.data());
    words.push_back(nullptr);
    ::execv(path.c_str(), words.data());
    print_error({ErrorKind::kUnavailable, "cannot execute " + path + ": " + errno_text(errno)});
    return kOwnFailure;
  });
}

Result<void> check_whom(const SyscallsOptions& options, const Invocation& called) {
  const bool process = options.process != 0;
  if (process == !called.command.empty()) {
    return process ? fail_input("-p counts a process that runs; it goes without a command")
                   : fail_input(
                         "there is nothing to count; name a command after --, as in "
                         "kab syscalls -- ls, or a process with -p");
  }
  if (process && !options.recording.output.empty())
    return fail_input("-o records a command; a process that runs is no subject of a recording");
  return {};
}

/// What a guest is asked for is the calls of all together, and no time.
Result<void> check_guest(const SyscallsOptions& options) {
  KAB_CHECK(check_guest_option(options.guest));
  if (options.guest.kernel.empty() && !options.guest_files.empty())
    return fail_input("--guest-file is for a guest; name its kernel with --kernel");
  if (options.guest.kernel.empty()) return {};
  const std::pair<bool, std::string_view> here[] = {{options.process != 0, "-p"},
                                                    {!options.per.empty(), "--per"},
                                                    {options.errors, "--errors"},
                                                    {options.percentiles, "--percentiles"},
                                                    {options.histogram, "--histogram"},
                                                    {!options.every.empty(), "--summary-every"},
                                                    {options.backend == "bpf", "--backend bpf"}};
  for (const auto& [given, name] : here)
    if (given)
      return fail_input(std::string(name) +
                        " does not go with --kernel: in a guest the calls of a command are counted "
                        "by ptrace, all together and without times");
  return {};
}

/// Prints what came since the last time.
class Intervals {
 public:
  Intervals(const SideReport& report, SortBy sort) : report_(report), sort_(sort) {}

  void next(const Observed& observed) {
    Observed interval{.tally = syscalls::since(observed.tally, before_.tally)};
    before_ = observed;
    const auto look = render_options(ColorChoice::kNever);
    static_cast<void>(report_.put(
        report::syscall_tables(syscall_report(interval, sort_, Histograms::kNone), look) + '\n'));
  }

 private:
  const SideReport& report_;
  SortBy sort_;
  Observed before_;
};

Result<void> record(const std::vector<model::TalliedCall>& calls, store::Recorder& recorder) {
  KAB_CHECK(recorder.add_tally(calls));
  return recorder.finish(model::Stopped::kRepeat);
}

Result<void> put_report(const model::SyscallReport& report, const SyscallsOptions& options,
                        const SideReport& output) {
  return output.put(options.report.json
                        ? report::syscall_json(report, version())
                        : report::syscall_text(report, render_options(ColorChoice::kNever)));
}

Result<int> run_in_guest(const SyscallsOptions& options, const Invocation& called, SortBy sort) {
  KAB_TRY(const auto output, SideReport::open(options.report));
  const sys::StopSignals signals;
  auto session = command_session(options.label, called.argv, called.command, {});
  KAB_TRY(const auto tallied, tally_in_guest(options.guest, called.command, options.guest_files,
                                             output.command_output()));
  session.arms.front().environment = tallied.environment;
  KAB_TRY(auto recorder, recorder_for(options.recording, session));
  if (recorder) KAB_CHECK(record(tallied_calls(tallied), *recorder));
  auto report = syscall_report(tallied, sort);
  report.command = called.command;
  report.subject = shell_words(called.command);
  KAB_CHECK(put_report(report, options, output));
  return tallied.exit_code;
}

Result<int> run_syscalls(const SyscallsOptions& options, const Invocation& called) {
  KAB_CHECK(check_whom(options, called));
  KAB_CHECK(check_guest(options));
  const bool in_guest = !options.guest.kernel.empty();
  KAB_TRY(const auto sort, parse_sort(!options.sort.empty()             ? options.sort
                                      : options.counts_only || in_guest ? "calls"
                                                                        : "time"));
  if (in_guest) return run_in_guest(options, called, sort);
  tracing::Request request{.backend = backend_from(options), .process = options.process};
  KAB_TRY(request.watch, watch_from(options));
  KAB_TRY(const auto output, SideReport::open(options.report));
  const sys::RelayedSignals signals;
  Intervals intervals(output, sort);
  if (!options.every.empty()) {
    KAB_TRY(const auto every_ns, parse_duration_ns(options.every));
    request.every = std::chrono::nanoseconds(every_ns);
    if (!options.report.json)
      request.on_summary = [&](const Observed& observed) { intervals.next(observed); };
  }
  if (options.process == 0) {
    KAB_TRY(request.body, body_of(called.command, output.command_output()));
  }
  request.on_start = [&signals](pid_t child) {
    std::signal(SIGPIPE, SIG_IGN);
    signals.relay_to(child);
  };
  request.often = [&signals] {
    return signals.came() ? syscalls::Going::kEnd : syscalls::Going::kOn;
  };
  KAB_TRY(auto recorder, recorder_for(options.recording, command_session(options.label, called.argv,
                                                                         called.command, {})));
  // A child inherits what is ignored: set before it is there, it is no call that is counted.
  if (options.process == 0) std::signal(SIGPIPE, SIG_DFL);
  const auto outcome = tracing::observe(request);
  std::signal(SIGPIPE, SIG_IGN);
  if (!outcome) return std::unexpected(outcome.error());
  const auto& traced = *outcome;
  if (recorder) KAB_CHECK(record(tallied_calls(traced), *recorder));
  auto report =
      syscall_report(traced, sort, options.histogram ? Histograms::kShown : Histograms::kNone);
  report.command = called.command;
  report.subject = options.process == 0 ? shell_words(called.command)
                                        : "process " + std::to_string(options.process);
  if (options.process != 0) report.end.clear();
  KAB_CHECK(put_report(report, options, output));
  return options.process == 0 ? sys::shell_code_of(traced.observed.status) : 0;
}

void add_options(CLI::App& command, SyscallsOptions& options) {
  command.add_option("-p,--pid", options.process, "Count a process that runs, until Ctrl-C")
      ->type_name("PID")
      ->check(CLI::Range(1, 1 << 30));
  command.add_option("--sort", options.sort, "time, calls, errors, name or avg (default: time)")
      ->type_name("K");
  command.add_option("--per", options.per, "A table for each process, thread or comm (name)")
      ->check(CLI::IsMember({"process", "thread", "comm"}))
      ->type_name("WHOM");
  command.add_flag("--counts-only", options.counts_only, "Take no time: counting costs least");
  command.add_flag("--errors", options.errors, "Errors by errno, too");
  command.add_flag("--percentiles", options.percentiles,
                   "What half, 90 % and 99 % of the calls did not take longer than");
  command.add_flag("--histogram", options.histogram, "How long the calls took, in powers of two");
  command
      .add_option("--summary-every", options.every,
                  "Also print what came in each interval, as it goes")
      ->type_name("T");
  command
      .add_option("--backend", options.backend,
                  "bpf or ptrace (default: bpf, and ptrace where that is not possible)")
      ->check(CLI::IsMember({"bpf", "ptrace"}))
      ->type_name("B");
  add_guest_option(command, options.guest, kUsualGuestCpus);
  command
      .add_option("--guest-file", options.guest_files,
                  "A file or folder that the guest shall have at the same place")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command.add_option("--label", options.label, "What kab compare calls it (default: syscalls)")
      ->type_name("L");
}

}  // namespace

void add_syscalls(CLI::App& kab, const Invocation& called, Action& action) {
  auto* command = kab.add_subcommand("syscalls", "Tally the system calls of a command");
  auto options = std::make_shared<SyscallsOptions>();
  add_options(*command, *options);
  add_side_report(*command, options->report);
  add_optional_recording(*command, options->recording);
  command->footer(
      "Leaves with the command's own status (128+n when signal n ended it); 125 is a failure of\n"
      "kab's own. Times are wall time inside the calls while they were counted, never those of an\n"
      "uncounted run; the report says what counting cost (docs/counting-syscalls.md).\n\n"
      "Examples:\n"
      "  kab syscalls -- find /usr\n"
      "  kab syscalls --counts-only --per process -- make\n"
      "  kab syscalls --errors --percentiles -p 1234\n"
      "  kab syscalls --kernel ./bzImage -- cat /proc/version\n"
      "  kab syscalls -o old.kab -- ./old && kab syscalls -o new.kab -- ./new &&\n"
      "    kab compare old.kab new.kab\n");
  command->callback([&action, &called, options] {
    action = [&called, options] { return or_own_failure(run_syscalls(*options, called)); };
  });
}

}  // namespace kab::cli
