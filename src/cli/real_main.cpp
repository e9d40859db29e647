#include "cli/real_main.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/side_report.h"
#include "cli/version.h"
#include "sys/journal.h"

namespace kab::cli {
namespace {

constexpr int kUsage = 2;

// What a killed kab left changed on the host is put back before anything else.
void recover() {
  const auto folder = sys::state_folder();
  if (!folder) return;
  const auto lines = sys::recover_from_journal(*folder);
  if (!lines) return print_error(lines.error());
  for (const auto& line : *lines) print_note("kab: " + line);
}

void add_commands(CLI::App& kab, const Invocation& called, Action& action) {
  add_trial(kab, called, action);
  add_run(kab, called, action);
  add_compare(kab, called, action);
  add_show(kab, called, action);
  add_check(kab, called, action);
  add_stat(kab, called, action);
  add_profile(kab, called, action);
  add_vdso(kab, called, action);
  add_syscalls(kab, called, action);
  add_report(kab, called, action);
  add_list(kab, called, action);
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const auto near = nearest(word, {known.begin(), known.end()});
  return near.empty() ? "" : "; did you mean " + std::string(near) + "?";
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* option : command.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// The parser only says that something was left over, or that no command was named.
std::string unknown_word(const CLI::App& kab, const Invocation& called) {
  const auto chosen = kab.get_subcommands();
  const auto left = kab.remaining(true);
  const std::string word = !left.empty()        ? left.front()
                           : called.own.empty() ? ""
                                                : called.own.front();
  if (word.empty()) return "no command is named";
  if (word.starts_with('-')) {
    const auto option = word.substr(0, word.find('='));
    return "there is no option " + in_quotes(option) +
           suggestion(option, option_names(chosen.empty() ? kab : *chosen.front()));
  }
  if (!chosen.empty()) return "nothing is known of " + in_quotes(word);
  std::vector<std::string> names;
  for (const auto* command : kab.get_subcommands({})) names.push_back(command->get_name());
  return "there is no command " + in_quotes(word) + suggestion(word, names);
}

bool is_unknown_word(const CLI::ParseError& problem) {
  const auto code = static_cast<CLI::ExitCodes>(problem.get_exit_code());
  return code == CLI::ExitCodes::ExtrasError;
}

/// Whose exit codes are those of the command that they run, so that its own failures have another.
bool leaves_with_a_commands_status(const std::vector<CLI::App*>& chosen) {
  constexpr std::array<std::string_view, 3> kNames = {"stat", "profile", "syscalls"};
  return !chosen.empty() && std::ranges::find(kNames, chosen.front()->get_name()) != kNames.end();
}

/// Whoever bisects takes 1 to 127 for an answer.
bool bisects(const Invocation& called) {
  return std::ranges::find(called.own, "--bisect") != called.own.end();
}

int parse_failed(const CLI::App& kab, const CLI::ParseError& problem, const Invocation& called) {
  if (problem.get_exit_code() == 0) return kab.exit(problem);  // --help, --version: to stdout
  const auto chosen = kab.get_subcommands();
  const std::string command = chosen.empty() ? "kab" : "kab " + chosen.front()->get_name();
  const bool unknown = chosen.empty() || is_unknown_word(problem);
  print_error({ErrorKind::kInput, (unknown ? unknown_word(kab, called) : problem.what()) + " (" +
                                      command + " --help shows what there is)"});
  if (bisects(called)) return bisect_failure(kUsage);
  return leaves_with_a_commands_status(chosen) ? kOwnFailure : kUsage;
}

int run(const Action& action) {
  recover();
  const auto code = action();
  if (code) return *code;
  print_error(code.error());
  return kab::exit_code_of(code.error().kind);
}

// A closed pipe and a file at its size limit are errors of write, said like any other. The second
// by a handler, not by ignoring: a measured command starts with the default.
void let_writes_fail() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, [](int) {});
}

}  // namespace

int real_main(int argc, char** argv) {
  let_writes_fail();
  const auto called = invocation_of(argc, argv);
  CLI::App app("kernel A/B: did this kernel change make it slower, by how much, how sure are we?",
               "kab");
  app.set_version_flag("--version", "kab " + std::string(version()));
  app.require_subcommand(1);
  app.footer("kab COMMAND --help shows a command's options and examples.");
  Action action;
  add_commands(app, called, action);
  try {
    // The parser takes its words last first.
    app.parse(std::vector<std::string>(called.own.rbegin(), called.own.rend()));
  } catch (const CLI::ParseError& problem) {
    return parse_failed(app, problem, called);
  }
  try {
    return run(action);
  } catch (const std::exception& problem) {
    print_error({ErrorKind::kUnavailable, std::string("internal error: ") + problem.what()});
    const int code = kab::exit_code_of(ErrorKind::kUnavailable);
    return bisects(called) ? bisect_failure(code) : code;
  }
}

}  // namespace kab::cli
