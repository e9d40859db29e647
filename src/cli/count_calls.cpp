#include "cli/count_calls.h"

#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "cli/syscall_report.h"
#include "sys/foreground.h"
#include "sys/process.h"
#include "sys/program.h"
#include "trial/catalogue.h"
#include "trial/tally.h"

namespace kab::cli {
namespace {

using Rows = std::vector<model::TalliedCall>;

Result<Rows> of_workload(const trial::SlotRequest& slot) {
  KAB_TRY(const auto worker, trial::find_worker(slot.abi));
  KAB_TRY(const auto tally, trial::count_calls(worker, {.workload = slot.workload,
                                                        .params = slot.params,
                                                        .pin = slot.pin,
                                                        .environment = slot.environment}));
  Rows rows;
  for (const auto& call : tally.calls)
    rows.push_back({.method = "ptrace",
                    .abi = call.abi,
                    .name = call.name,
                    .calls = call.calls,
                    .errors = call.errors,
                    .operations = tally.operations,
                    .seconds = std::nullopt});
  return rows;
}

// Its output is nobody's here: the timed pass has taken what counts of it.
int become(const trial::SlotRequest& slot, const std::string& program) {
  constexpr int kNotExecuted = 127;
  std::signal(SIGPIPE, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDWR);
  if (nothing < 0) return kNotExecuted;
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
  for (const auto& [name, value] : slot.environment) ::setenv(name.c_str(), value.c_str(), 1);
  auto argv = slot.command;
  std::vector<char*> words;
  for (auto& word : argv) words.push_back(word.data());
  words.push_back(nullptr);
  ::execv(program.c_str(), words.data());
  return kNotExecuted;
}

Result<void> run_shell(const std::string& line, const trial::SlotRequest& slot) {
  if (line.empty()) return {};
  KAB_TRY(const auto outcome,
          sys::run({.argv = {"sh", "-c", line}, .environment = slot.environment}));
  if (!outcome.succeeded())
    return fail_unavailable("sh -c " + line + ": " + sys::description_of(outcome));
  return {};
}

// As the timed pass finds it: in the arm's own PATH, where it sets one.
std::optional<std::string> program_of(const trial::SlotRequest& slot) {
  for (const auto& [name, value] : slot.environment)
    if (name == "PATH") return sys::find_program_in(slot.command.front(), value);
  return sys::find_program(slot.command.front());
}

Result<Rows> of_command(const trial::SlotRequest& slot) {
  const auto program = program_of(slot);
  if (!program) return fail_input("command " + slot.command.front() + " is not found");
  KAB_CHECK(run_shell(slot.setup, slot));
  const auto traced = tracing::observe(
      {.watch = {.timing = syscalls::Timing::kNone, .errors = syscalls::ErrorDetail::kByErrno},
       .body = [&] { return become(slot, *program); }});
  KAB_CHECK(run_shell(slot.teardown, slot));
  if (!traced) return std::unexpected(traced.error());
  // What a command calls on its way to a failure is not what it was timed for.
  if (const int status = traced->observed.status; status != 0)
    return fail_unavailable("the command left with status " +
                            std::to_string(sys::shell_code_of(status)) +
                            " in the pass that counts them");
  return tallied_calls(*traced);
}

}  // namespace

Result<Rows> count_calls(const trial::SlotRequest& slot) {
  KAB_TRY(auto rows, slot.workload.empty() ? of_command(slot) : of_workload(slot));
  for (auto& row : rows) {
    row.subject = slot.subject;
    row.arm = slot.arm;
  }
  return rows;
}

}  // namespace kab::cli
