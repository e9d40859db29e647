#include "cli/real_main.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/output.h"
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
  add_list(kab, called, action);
}

std::string hint_for(const CLI::App& kab, const Invocation& called) {
  std::vector<std::string_view> names;
  for (const auto* command : kab.get_subcommands({})) names.push_back(command->get_name());
  if (called.own.empty() || called.own.front().starts_with('-') ||
      std::ranges::find(names, called.own.front()) != names.end())
    return "";
  const auto near = nearest(called.own.front(), names);
  return near.empty() ? "" : "; did you mean kab " + std::string(near) + "?";
}

int parse_failed(const CLI::App& kab, const CLI::ParseError& problem, const Invocation& called) {
  if (problem.get_exit_code() == 0) return kab.exit(problem);  // --help, --version: to stdout
  const auto chosen = kab.get_subcommands();
  const std::string command = chosen.empty() ? "kab" : "kab " + chosen.front()->get_name();
  print_error({ErrorKind::kInput, std::string(problem.what()) + hint_for(kab, called) + " (" +
                                      command + " --help shows what there is)"});
  return kUsage;
}

int run(const Action& action) {
  recover();
  const auto code = action();
  if (code) return *code;
  print_error(code.error());
  return kab::exit_code_of(code.error().kind);
}

}  // namespace

int real_main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of write, said like any other
  const auto called = invocation_of(argc, argv);
  CLI::App app("kernel A/B: did this kernel change make it slower, by how much, how sure are we?",
               "kab");
  app.set_version_flag("--version", "kab " + std::string(kVersion));
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
    return kab::exit_code_of(ErrorKind::kUnavailable);
  }
}

}  // namespace kab::cli
