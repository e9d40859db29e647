// Every slot once, before anything is recorded.
#include <utility>

#include "base/text.h"
#include "trial/runner.h"

namespace kab::trial {
namespace {

constexpr std::string_view kShellDidNotFind = "exited 127";

Error failed_in(const Plan& plan, const SlotRequest& slot, const SlotResult& result) {
  const auto& arm = plan.session.arms[slot.arm].arm.name;
  const bool through_shell = slot.command.size() == 3 && slot.command[0] == "/bin/sh";
  const auto command =
      through_shell ? in_quotes(slot.command[2]) : in_quotes(shell_words(slot.command));
  const auto kind = through_shell && result.failure.starts_with(kShellDidNotFind)
                        ? ErrorKind::kInput
                        : ErrorKind::kUnavailable;
  return {kind,
          "arm " + arm + ": command " + command + ": " + result.failure +
              (kind == ErrorKind::kInput
                   ? "; check the command's name"
                   : "; a failed command is never a sample (--keep-failed goes on and marks it)")};
}

}  // namespace

Result<Rehearsal> rehearse(const Plan& plan, const Surroundings& around) {
  Rehearsal rehearsal;
  for (const auto& of_subject : plan.slots) {
    auto& durations = rehearsal.duration_ns.emplace_back();
    for (const auto& slot : of_subject) {
      KAB_CHECK(around.settings.apply(slot.arm));
      KAB_TRY(const auto result, around.host.measure(slot));
      if (result.status == model::SampleStatus::kFailed && plan.failed == FailedSamples::kStop)
        return std::unexpected(failed_in(plan, slot, result));
      durations.push_back(result.duration_ns);
    }
  }
  return rehearsal;
}

}  // namespace kab::trial
