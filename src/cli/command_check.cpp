// kab check: correctness checks of the kernel, in each ABI that runs here.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/random.h"
#include "base/units.h"
#include "cli/check_report.h"
#include "cli/commands.h"
#include "cli/guest_option.h"
#include "sys/stop.h"
#include "trial/catalogue.h"
#include "trial/guest_check.h"

namespace kab::cli {
namespace {

using wire::CheckOutcome;

// Beyond its time a check may have to wait several times until something counts as never, and one
// of the workloads may take long to set up.
constexpr std::int64_t kGraceNs = 60'000'000'000;

// Some checks are about what two CPUs do to each other.
constexpr std::uint32_t kUsualCpus = 2;

struct CheckOptions {
  CommonOptions common;
  std::vector<std::string> names;
  std::string time = "30s";
  std::string abi;
  std::optional<std::uint64_t> seed;
  GuestOption guest;
};

/// A worker that runs here, and what it has.
struct Able {
  std::string abi;
  std::string worker;
  std::vector<trial::CheckFacts> checks;
};

Result<Able> able_in(const std::string& abi) {
  Able able{.abi = abi, .worker = {}, .checks = {}};
  KAB_TRY(able.worker, trial::find_worker(abi));
  KAB_TRY(able.checks, trial::list_checks(able.worker));
  return able;
}

/// What runs where: the ABIs asked for, those that do not run here set down in `report`.
Result<std::vector<Able>> ables_for(const CheckOptions& options, CheckReport& report) {
  std::vector<std::string> abis = {"x86_64", "i386"};
  if (!options.abi.empty()) abis = {options.abi};
  std::vector<Able> ables;
  for (const auto& abi : abis) {
    auto able = able_in(abi);
    if (!able && able.error().kind == ErrorKind::kInterrupted)
      return std::unexpected(std::move(able).error());
    if (!able) {
      report.missing.push_back({.abi = abi, .reason = able.error().message});
      continue;
    }
    KAB_TRY(able->checks, trial::choose_checks(options.names, able->checks));
    ables.push_back(std::move(*able));
  }
  return ables;
}

/// Says on stderr what is being tried: one line that is redrawn on a terminal.
class Progress {
 public:
  Progress(const CommonOptions& common, std::size_t total)
      : silent_(common.quiet || common.no_progress), total_(total) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void next(const std::string& name, const std::string& abi) {
    const auto text = fmt::format("check {} of {}: {} ({})", ++count_, total_, name, abi);
    if (silent_) return;
    if (!redrawn_) return print_note(text);
    std::fputs(("\r\x1b[K" + text).c_str(), stderr);
  }

  void clear() const {
    if (redrawn_ && !silent_) std::fputs("\r\x1b[K", stderr);
  }

 private:
  bool silent_;
  bool redrawn_ = ::isatty(STDERR_FILENO) == 1;
  std::size_t total_;
  std::size_t count_ = 0;
};

/// Runs all; kInterrupted leaves what was found by then in `report`.
Result<void> run_all(const std::vector<Able>& ables, std::int64_t time_ns,
                     const CommonOptions& common, CheckReport& report) {
  std::size_t total = 0;
  for (const auto& able : ables) total += able.checks.size();
  const std::int64_t each_ns = time_ns / static_cast<std::int64_t>(std::max<std::size_t>(total, 1));
  Progress progress(common, total);
  for (const auto& able : ables) {
    for (const auto& check : able.checks) {
      progress.next(check.name, able.abi);
      KAB_TRY(auto checked, trial::run_check(able.worker, {.check = check,
                                                           .time_ns = each_ns,
                                                           .seed = report.seed,
                                                           .deadline_ns = 2 * each_ns + kGraceNs}));
      report.results.push_back(
          {.name = check.name, .abi = able.abi, .checked = std::move(checked)});
    }
  }
  return {};
}

std::vector<std::string> abis_of(const CheckOptions& options) {
  if (!options.abi.empty()) return {options.abi};
  return {"x86_64", "i386"};
}

/// All in one boot: what runs there does not depend on what runs here.
Result<void> run_all_in_guest(const CheckOptions& options, std::int64_t time_ns,
                              CheckReport& report) {
  KAB_TRY(const auto able, able_in("x86_64"));
  KAB_TRY(const auto chosen, trial::choose_checks(options.names, able.checks));
  const auto abis = abis_of(options);
  const auto total =
      static_cast<std::int64_t>(std::max<std::size_t>(chosen.size() * abis.size(), 1));
  std::vector<trial::GuestCheck> checks;
  for (const auto& abi : abis)
    for (const auto& check : chosen)
      checks.push_back({.abi = abi,
                        .order = {.check = check,
                                  .time_ns = time_ns / total,
                                  .seed = report.seed,
                                  .deadline_ns = 2 * (time_ns / total) + kGraceNs}});
  KAB_TRY(const auto host, guest_of(options.guest, kUsualCpus, abis));
  KAB_TRY(auto results, trial::run_checks_in_guest(host, checks));
  for (std::size_t i = 0; i < checks.size(); ++i)
    report.results.push_back({.name = checks[i].order.check.name,
                              .abi = checks[i].abi,
                              .checked = std::move(results[i])});
  return {};
}

Result<void> run_all_here(const CheckOptions& options, std::int64_t time_ns, CheckReport& report) {
  KAB_TRY(const auto ables, ables_for(options, report));
  return run_all(ables, time_ns, options.common, report);
}

int exit_code_of(const CheckReport& report) {
  constexpr int kFailed = 1;
  if (count_of(report, CheckOutcome::kFailed) > 0) return kFailed;
  return count_of(report, CheckOutcome::kPassed) > 0 ? 0
                                                     : kab::exit_code_of(ErrorKind::kUnavailable);
}

Result<int> run_check_command(const CheckOptions& options) {
  KAB_TRY(const std::int64_t time_ns, parse_duration_ns(options.time));
  const sys::StopSignals signals;
  CheckReport report{.seed = options.seed ? *options.seed : fresh_seed()};
  KAB_CHECK(check_guest_option(options.guest));
  const auto done = options.guest.kernel.empty() ? run_all_here(options, time_ns, report)
                                                 : run_all_in_guest(options, time_ns, report);
  // Nothing was tried: an error alone, and no report of nothing.
  if (!done && report.results.empty() && done.error().kind != ErrorKind::kInterrupted)
    return std::unexpected(done.error());
  KAB_CHECK(print_result(options.common.json
                             ? json_text_of(report)
                             : text_of(report, render_options(color_choice(options.common)))));
  if (!done) return std::unexpected(done.error());
  return exit_code_of(report);
}

}  // namespace

void add_check(CLI::App& kab, const Invocation&, Action& action) {
  auto* command = kab.add_subcommand(
      "check", "Correctness checks that go with the fast paths: clocks, AF_UNIX, system calls");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("name", options->names, "Checks to run (kab list checks); default: all")
      ->type_name("NAME");
  command->add_option("--time", options->time, "Time to spend on all of them (default: 30s)")
      ->type_name("T");
  add_abi(*command, options->abi, "Only in this ABI (default: in each that runs here)");
  command->add_option("--seed", options->seed, "Seed of what a check leaves to chance")
      ->type_name("N");
  add_guest_option(*command, options->guest, kUsualCpus);
  add_common(*command, options->common);
  command->add_flag("--no-progress", options->common.no_progress, "No progress lines");
  command->footer(
      "Exit codes: 0 none failed, 1 a check failed, 2 unknown name, 3 none could run, 130\n"
      "interrupted.\n\n"
      "Examples:\n"
      "  kab check\n"
      "  kab check --time 5m unix-peer-lifecycle\n"
      "  kab check --kernel ./bzImage --boot vdso=0 clock-monotonic\n"
      "  kab check --json --abi i386 clock-monotonic clock-agree\n");
  command->callback(
      [&action, options] { action = [options] { return run_check_command(*options); }; });
}

}  // namespace kab::cli
