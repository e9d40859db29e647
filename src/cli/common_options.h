// Options that several commands share, and how a command is added to the command line.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/output.h"
#include "model/recording.h"
#include "report/format.h"
#include "store/recorder.h"

namespace kab::cli {

/// What the chosen command does once the line is parsed; its value is the exit code.
using Action = std::function<Result<int>()>;

struct CommonOptions {
  bool json = false;
  bool quiet = false;
  bool no_progress = false;
  std::string color = "auto";
  std::string format = "text";
};

/// --json, --quiet, --color.
void add_common(CLI::App& command, CommonOptions& options);

/// --format text|mail|csv|json|junit|markdown.
void add_format(CLI::App& command, CommonOptions& options);

/// --abi, with what it is for in `meaning`; refuses what no worker is there for.
void add_abi(CLI::App& command, std::string& abi, const std::string& meaning);

/// The same for several, with commas between them (trial::parse_abis).
void add_abis(CLI::App& command, std::string& abis, const std::string& meaning);

/// Where the recording goes: -o, --append, --force.
struct RecordingOptions {
  std::string output;
  bool append = false;
  bool force = false;
};
void add_recording(CLI::App& command, RecordingOptions& options);

/// The path asked for, or kab-<date>-<label>.kab in the current folder, with a number behind it
/// where that name is taken.
std::string recording_path(const RecordingOptions& options, std::string_view label);

/// What can be known before anything runs: kInput when the file exists and is neither to be added
/// to nor replaced, or its folder does not exist; kUnavailable when it may not be written.
Result<void> check_recording_path(const RecordingOptions& options, const std::string& path);

store::IfExists if_exists(const RecordingOptions& options);

ColorChoice color_choice(const CommonOptions& options);

/// The format asked for; --json is --format json.
Result<report::Format> format_choice(const CommonOptions& options);

}  // namespace kab::cli
