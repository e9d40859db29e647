// The commands of kab: each in a file command_<name>.cpp, added to the command line by one
// function.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/common_options.h"
#include "cli/invocation.h"

namespace kab::cli {

/// Each adds its subcommand and, when the line chooses it, sets `action`. `called` outlives the
/// action.
void add_trial(CLI::App& kab, const Invocation& called, Action& action);
void add_run(CLI::App& kab, const Invocation& called, Action& action);
void add_compare(CLI::App& kab, const Invocation& called, Action& action);
void add_show(CLI::App& kab, const Invocation& called, Action& action);
void add_check(CLI::App& kab, const Invocation& called, Action& action);
void add_stat(CLI::App& kab, const Invocation& called, Action& action);
void add_profile(CLI::App& kab, const Invocation& called, Action& action);
void add_vdso(CLI::App& kab, const Invocation& called, Action& action);
void add_syscalls(CLI::App& kab, const Invocation& called, Action& action);
void add_report(CLI::App& kab, const Invocation& called, Action& action);
void add_list(CLI::App& kab, const Invocation& called, Action& action);

}  // namespace kab::cli
