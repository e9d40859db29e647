#include "cli/command_session.h"

#include <utility>

#include "base/text.h"
#include "cli/version.h"
#include "sys/clock.h"
#include "sys/machine.h"

namespace kab::cli {

model::Session command_session(const std::string& label, const std::vector<std::string>& argv,
                               const std::vector<std::string>& command,
                               std::vector<model::Metric> metrics) {
  model::Session session;
  session.kind = model::SessionKind::kRun;
  session.label = label;
  session.kab_version = version();
  session.boot_id = sys::boot_id();
  session.started = sys::utc_now();
  session.argv = argv;
  session.arms.push_back(
      {.arm = {.name = label, .settings = {}}, .environment = sys::machine_facts()});
  model::Subject subject;
  subject.name = shell_words(command);
  subject.command = command;
  subject.metrics = std::move(metrics);
  session.subjects.push_back(std::move(subject));
  return session;
}

Result<std::optional<store::Recorder>> recorder_for(const RecordingOptions& options,
                                                    const model::Session& session) {
  if (options.output.empty()) return std::optional<store::Recorder>();
  KAB_CHECK(check_recording_path(options, options.output));
  KAB_TRY(auto recorder, store::Recorder::begin(options.output, if_exists(options), session));
  for (std::size_t arm = 0; arm < session.arms.size(); ++arm)
    KAB_CHECK(recorder.set_environment(arm, session.arms[arm].environment));
  return std::optional(std::move(recorder));
}

void add_optional_recording(CLI::App& command, RecordingOptions& options) {
  add_recording(command, options);
  command.get_option("--output")->description("A recording to write (default: none)");
}

}  // namespace kab::cli
