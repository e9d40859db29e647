#include "cli/side_report.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "base/files.h"
#include "cli/output.h"

namespace kab::cli {

void add_side_report(CLI::App& command, SideReportOptions& options) {
  command
      .add_option("--report", options.file,
                  "Write the report there (default: stderr, since stdout is the command's)")
      ->type_name("FILE");
  command.add_flag(
      "--json", options.json,
      "The report as one JSON document on stdout; the command's stdout goes to stderr");
}

Result<SideReport> SideReport::open(const SideReportOptions& options) {
  Fd file;
  if (!options.file.empty()) {
    file = Fd(::open(options.file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!file)
      return fail_unavailable("cannot write " + options.file + ": " + errno_text(errno) +
                              "; name another file with --report");
  }
  return SideReport(options, std::move(file));
}

sys::CommandOutput SideReport::command_output() const {
  return options_.json && !file_ ? sys::CommandOutput::kToErrors : sys::CommandOutput::kAsIs;
}

Result<void> SideReport::put(std::string_view text) const {
  if (file_) return write_all(file_.get(), text, options_.file);
  if (options_.json) return print_result(text);
  return write_all(STDERR_FILENO, text, "standard error");
}

Result<int> or_own_failure(Result<int> result) {
  if (result) return result;
  print_error(result.error());
  return kOwnFailure;
}

}  // namespace kab::cli
