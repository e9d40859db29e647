// Reports of commands that run the user's command (stat, profile): its stdout and stderr are its
// own, so the report goes to stderr, to a file, or, as JSON, to stdout.
#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "base/fd.h"
#include "base/result.h"
#include "sys/foreground.h"

namespace kab::cli {

/// The exit code of a failure of kab's own, as of env(1) and timeout(1): the others are the
/// command's.
inline constexpr int kOwnFailure = 125;

struct SideReportOptions {
  std::string file;
  bool json = false;
};

/// --report FILE, --json.
void add_side_report(CLI::App& command, SideReportOptions& options);

class SideReport {
 public:
  /// Opens the file, if one is named, before anything runs; kUnavailable, naming it, if that fails.
  static Result<SideReport> open(const SideReportOptions& options);

  /// Where the command's stdout goes: to stderr while stdout holds the JSON.
  sys::CommandOutput command_output() const;

  Result<void> put(std::string_view text) const;

 private:
  SideReport(SideReportOptions options, Fd file)
      : options_(std::move(options)), file_(std::move(file)) {}
  SideReportOptions options_;
  Fd file_;
};

/// Prints an error and gives kOwnFailure; any other result is passed on.
Result<int> or_own_failure(Result<int> result);

}  // namespace kab::cli
