#include "trial/plan.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "base/text.h"
#include "model/judgement.h"
#include "sys/affinity.h"
#include "sys/process.h"
#include "trial/abi.h"
#include "trial/event_metrics.h"
#include "trial/guest_arm.h"
#include "trial/workload_metrics.h"

namespace kab::trial {
namespace {

constexpr std::int64_t kWorkerDeadlineNs = 120'000'000'000;

Result<void> check_arms(const Wanted& wanted) {
  if (wanted.kind == model::SessionKind::kTrial && wanted.arms.size() < 2)
    return fail_input("a trial compares two arms or more, this names " +
                      std::to_string(wanted.arms.size()) +
                      "; give --arm NAME:KEY=VALUE twice (kab run measures one)");
  std::set<std::string> names;
  for (const auto& arm : wanted.arms) {
    if (!names.insert(arm.name).second)
      return fail_input("two arms are named " + in_quotes(arm.name) + "; give each its own name");
    if (wanted.kind == model::SessionKind::kRun && has_guest_key(arm))
      return fail_input("arm " + arm.name +
                        ": a kernel is booted in a trial, which compares it; see kab trial --help");
  }
  return {};
}

Result<void> check_command(const std::vector<std::string>& argv) {
  if (!argv.empty() && !sys::find_program(argv.front()))
    return fail_input("command " + in_quotes(argv.front()) +
                      " is not found or not executable; check its name and PATH");
  return {};
}

// What each arm runs must be of one kind: workloads, one command, or a cmd= in every arm.
Result<void> check_something_to_run(const Wanted& wanted) {
  const auto with_cmd = std::ranges::count_if(
      wanted.arms, [](const model::Arm& arm) { return model::setting_of(arm, "cmd").has_value(); });
  if (!wanted.subjects.empty() && (!wanted.command.empty() || with_cmd > 0))
    return fail_input("both workloads and a command are given; measure one of them at a time");
  if (!wanted.subjects.empty() && wanted.number)
    return fail_input("--number is for commands (after --); a workload is timed by kab-worker");
  if (wanted.subjects.empty() && wanted.command.empty() &&
      with_cmd < static_cast<std::ptrdiff_t>(wanted.arms.size()))
    return fail_input(
        "nothing to run: name a workload (kab list workloads), give a command after --, or "
        "cmd= in every arm");
  if (std::set(wanted.subjects.begin(), wanted.subjects.end()).size() != wanted.subjects.size())
    return fail_input("a workload is named twice");
  return check_command(wanted.command);
}

std::vector<model::Metric> metrics_of_command(const Wanted& wanted,
                                              const std::optional<NumberMetric>& number) {
  std::vector<model::Metric> metrics;
  if (number) metrics.push_back(number->metric);
  metrics.push_back(model::wall_metric());
  metrics.push_back(model::user_metric());
  metrics.push_back(model::system_metric());
  std::ranges::copy(wanted.event_metrics, std::back_inserter(metrics));
  return metrics;
}

std::vector<model::Metric> metrics_for_workload(const Wanted& wanted, const model::Params& params) {
  auto metrics = metrics_of_workload(params, wanted.arms);
  for (const auto& event : wanted.event_metrics) metrics.push_back(per_operation(event));
  return metrics;
}

model::Subject command_subject(const Wanted& wanted) {
  model::Subject subject;
  subject.command = wanted.command;
  subject.name = wanted.command.empty() ? "command" : shell_words(wanted.command);
  subject.metrics = metrics_of_command(wanted, wanted.number);
  return subject;
}

model::Subject subject_from(const Wanted& wanted, const WantedSubject& given) {
  model::Subject subject;
  subject.name = given.name;
  subject.params = given.params;
  subject.command = given.command;
  if (given.command.empty()) subject.abi = given.abi.empty() ? wanted.abi : given.abi;
  subject.metrics = given.command.empty() ? metrics_for_workload(wanted, given.params)
                                          : metrics_of_command(wanted, std::nullopt);
  return subject;
}

void set_param(model::Params& params, const std::string& key, const std::string& value) {
  const auto known = std::ranges::find(params, key, &std::pair<std::string, std::string>::first);
  if (known != params.end()) {
    known->second = value;
  } else {
    params.emplace_back(key, value);
  }
}

// A parameter that an arm sets for itself is not the subject's: it stands with the arm.
void leave_to_the_arms(model::Params& params, const std::vector<model::Arm>& arms) {
  std::erase_if(params, [&](const auto& param) {
    return std::ranges::any_of(arms, [&](const model::Arm& arm) {
      return model::setting_of(arm, "param." + param.first).has_value();
    });
  });
}

Result<SlotRequest> slot_of(const Wanted& wanted, const model::Subject& subject,
                            const model::Arm& arm) {
  SlotRequest slot;
  slot.workload = subject.command.empty() && !subject.abi.empty() ? subject.name : "";
  slot.abi = model::setting_of(arm, "abi").value_or(subject.abi);
  if (const auto abi = model::setting_of(arm, "abi")) {
    if (slot.workload.empty())
      return fail_input("arm " + arm.name + ": abi=" + *abi +
                        " is for workloads; a command has an ABI of its own");
    if (auto known = check_abi(*abi); !known)
      return fail_input("arm " + arm.name + ": abi=" + *abi + ": " + known.error().message);
  }
  slot.params = subject.params;
  for (const auto& [key, value] : model::settings_with(arm, "param."))
    set_param(slot.params, key, value);
  slot.command = subject.command;
  if (const auto cmd = model::setting_of(arm, "cmd")) slot.command = {"/bin/sh", "-c", *cmd};
  for (const auto& [name, value] : model::settings_with(arm, "env."))
    slot.environment.emplace_back(name, value);
  const auto pin = model::setting_of(arm, "pin").value_or(wanted.pin);
  if (!pin.empty()) {
    auto resolved = sys::resolve_pin(pin);
    if (!resolved) {
      auto error = std::move(resolved).error();
      error.message = "arm " + arm.name + ": " + error.message;
      return std::unexpected(std::move(error));
    }
    slot.pin = std::move(*resolved);
  }
  slot.setup = model::setting_of(arm, "setup").value_or("");
  slot.teardown = model::setting_of(arm, "teardown").value_or("");
  slot.metrics = subject.metrics;
  slot.deadline_ns = slot.workload.empty() ? 0 : kWorkerDeadlineNs;
  return slot;
}

}  // namespace

std::string title_of(const model::Subject& subject) {
  return model::title_of(subject.name, subject.params) + (subject.abi == "i386" ? " (i386)" : "");
}

Result<Plan> make_plan(const Wanted& wanted) {
  KAB_CHECK(check_arms(wanted));
  KAB_CHECK(check_something_to_run(wanted));
  Plan plan{.session = {},
            .slots = {},
            .number = wanted.number,
            .aa = wanted.aa,
            .failed = wanted.failed,
            .absent = wanted.absent,
            .budget_ns = wanted.budget_ns,
            .repeat = wanted.repeat};
  auto& session = plan.session;
  session.kind = wanted.kind;
  session.label = wanted.label;
  session.lane = wanted.lane;
  session.seed = wanted.seed;
  session.with_aa = wanted.aa == AaArm::kWith;
  session.thresholds = wanted.thresholds;
  session.confidence = wanted.confidence;
  for (const auto& arm : wanted.arms) session.arms.push_back({.arm = arm, .environment = {}});
  if (wanted.subjects.empty()) session.subjects.push_back(command_subject(wanted));
  for (const auto& subject : wanted.subjects)
    session.subjects.push_back(subject_from(wanted, subject));
  for (std::uint32_t subject = 0; subject < session.subjects.size(); ++subject) {
    auto& of_subject = plan.slots.emplace_back();
    for (std::uint32_t arm = 0; arm < wanted.arms.size(); ++arm) {
      KAB_TRY(auto slot, slot_of(wanted, session.subjects[subject], wanted.arms[arm]));
      slot.subject = subject;
      slot.arm = arm;
      of_subject.push_back(std::move(slot));
    }
    leave_to_the_arms(session.subjects[subject].params, wanted.arms);
  }
  return plan;
}

}  // namespace kab::trial
