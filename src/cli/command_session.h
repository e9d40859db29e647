// Recordings of commands that are run and counted or profiled: a session of samples, one a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/common_options.h"
#include "model/recording.h"
#include "store/recorder.h"

namespace kab::cli {

/// The header of a session: `argv` is kab's own command line.
model::Session command_session(const std::string& label, const std::vector<std::string>& argv,
                               const std::vector<std::string>& command,
                               std::vector<model::Metric> metrics);

/// A recorder where -o is given, nothing where it is not. kInput or kUnavailable as
/// check_recording_path() and store::Recorder.
Result<std::optional<store::Recorder>> recorder_for(const RecordingOptions& options,
                                                    const model::Session& session);

/// -o, --append, --force of a command that records only when asked to.
void add_optional_recording(CLI::App& command, RecordingOptions& options);

}  // namespace kab::cli
