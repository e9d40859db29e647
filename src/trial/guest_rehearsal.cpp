// Every arm booted once, before anything is recorded; the baseline calibrates meanwhile.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/random.h"
#include "base/text.h"
#include "guest/facts.h"
#include "model/count_metrics.h"
#include "trial/guest_answers.h"
#include "trial/guest_boots.h"
#include "trial/guest_orders.h"
#include "trial/guest_trial.h"
#include "trial/left_out.h"

namespace kab::trial {
namespace {

constexpr std::uint32_t kCountBatches = 10;
constexpr std::uint32_t kTimeBatches = 5;
constexpr std::int64_t kTimeBatchNs = 10'000'000;

bool counts(const Plan& plan) { return plan.session.lane == model::Lane::kCount; }

std::vector<wire::GuestOrder> orders_of(const Plan& plan, std::uint32_t arm) {
  std::vector<wire::GuestOrder> orders;
  for (const auto& of_subject : plan.slots) {
    const auto& slot = of_subject[arm];
    const bool calibrates = arm == 0 && !slot.workload.empty();
    orders.push_back(calibrates ? order_to_calibrate(slot, counts(plan) ? 1 : kTimeBatchNs)
                                : order_to_try(slot));
  }
  const auto facts = guest::fact_orders();
  orders.insert(orders.end(), facts.begin(), facts.end());
  return orders;
}

Result<std::vector<guest::Boot>> boot_all(const Plan& plan, const GuestSurroundings& around) {
  const auto& host = around.host;
  std::vector<LoadedGuest> loaded;
  for (std::uint32_t arm = 0; arm < host.arms(); ++arm) {
    KAB_TRY(auto one, host.load(arm, orders_of(plan, arm)));
    loaded.push_back(std::move(one));
  }
  std::vector<guest::Boot> boots(host.arms());
  KAB_CHECK(run_boots(
      host.arms(), host.at_once(),
      [&](std::size_t arm) {
        return host.boot(loaded[arm], plan.session.seed + arm, kFirstBootNs);
      },
      [&](std::size_t arm, guest::Boot boot) -> Result<void> {
        if (around.on_progress) around.on_progress({});
        boots[arm] = std::move(boot);
        return {};
      }));
  return boots;
}

/// What is wrong with the first arm that is not ready; nothing where all are.
std::optional<Error> first_not_booted(const Plan& plan, const std::vector<guest::Boot>& boots) {
  for (std::size_t arm = 0; arm < boots.size(); ++arm) {
    if (boots[arm].end == guest::BootEnd::kDone) continue;
    const bool refused = boots[arm].end == guest::BootEnd::kNotMade;
    return Error{refused ? ErrorKind::kInput : ErrorKind::kUnavailable,
                 "arm " + plan.session.arms[arm].arm.name + ": " + boots[arm].reason};
  }
  return std::nullopt;
}

// A batch of the count lane must be shorter than a quarter of a timer tick, and what calibration
// finds, 10,000 of the clock's steps, is about that long.
void set_calibration(Plan& plan, std::size_t subject, const Calibrated& found) {
  auto& facts = plan.session.subjects[subject];
  facts.calibration = found.calibration;
  if (counts(plan))
    facts.calibration.iterations = std::max<std::uint64_t>(1, facts.calibration.iterations / 2);
  facts.calibration.warmup_iterations = facts.calibration.iterations;
  facts.calibration.batches = counts(plan) ? kCountBatches : kTimeBatches;
  const bool alike = std::ranges::all_of(plan.session.arms, [](const model::ArmRecord& record) {
    return model::settings_with(record.arm, "param.").empty();
  });
  facts.bytes_per_operation = alike && !counts(plan) ? found.bytes_per_operation : 0;
  facts.copies = alike ? found.copies : model::UserCopies{};
  for (auto& slot : plan.slots[subject]) slot.calibration = facts.calibration;
}

// What one arm's boot says of one subject: an error where it cannot be done there.
Result<void> learn(Plan& plan, std::size_t subject, std::uint32_t arm, const GuestAnswer& answer) {
  const auto& slot = plan.slots[subject][arm];
  if (!slot.workload.empty() && arm == 0) {
    KAB_TRY(const auto found, calibrated_by(answer, slot));
    set_calibration(plan, subject, found);
    return {};
  }
  if (!slot.workload.empty()) {
    KAB_TRY(const auto replies, replies_in(answer, slot));
    return {};
  }
  const auto sample = sample_in(answer, slot, plan.session.lane, plan.number);
  if (sample.status == model::SampleStatus::kOk || plan.failed == FailedSamples::kKeep) return {};
  return fail_unavailable("arm " + plan.session.arms[arm].arm.name + ": command " +
                          in_quotes(shell_words(slot.command)) + ": " + sample.failure);
}

Result<void> learn_of_subject(Plan& plan, std::size_t subject,
                              const std::vector<guest::Boot>& boots, const GuestHost& host) {
  for (std::uint32_t arm = 0; arm < boots.size(); ++arm)
    KAB_CHECK(
        learn(plan, subject, arm, answer_to(boots[arm].channel, host.first_order(arm) + subject)));
  return {};
}

// Options that change what a path through the kernel does, out of those that differ.
std::string notable(const std::vector<std::string>& differing) {
  constexpr std::string_view kMarks[] = {
      "HARDENED_USERCOPY", "INIT_ON_",      "PREEMPT", "RETPOLINE", "MITIGATION", "KASAN", "KSTACK",
      "STACKPROTECTOR",    "SLAB_FREELIST", "LOCKDEP", "DEBUG_LIST"};
  constexpr std::size_t kShown = 3;
  std::vector<std::string> shown;
  for (const auto& option : differing)
    if (shown.size() < kShown && std::ranges::any_of(kMarks, [&](std::string_view mark) {
          return option.substr(0, option.find(':')).find(mark) != option.npos;
        }))
      shown.push_back(option);
  return joined(shown, "; ");
}

std::string config_fact(const GuestArm& baseline, const GuestArm& arm) {
  const auto differing = guest::config_difference(baseline.kernel.config, arm.kernel.config);
  if (differing.empty()) return {};
  const auto named = notable(differing);
  return std::to_string(differing.size()) + " options differ" +
         (named.empty() ? "" : ", among them " + named);
}

Result<model::Environment> environment_of(const GuestHost& host, std::uint32_t arm,
                                          const guest::Boot& boot, std::uint64_t first_fact) {
  const auto& made = host.arm(arm);
  KAB_TRY(auto facts, guest::facts_from(boot.channel, first_fact, made.kernel));
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) facts.emplace_back(name, value);
  };
  add("guest.kernel", made.kernel.given);
  add("guest.qemu", host.qemu_version());
  add("guest.cpu", guest::cpu_model(made.machine));
  add("guest.cpus", std::to_string(made.machine.cpus));
  add("guest.memory_mb", std::to_string(made.machine.memory_mb));
  if (arm > 0) add("guest.config_difference", config_fact(host.arm(0), made));
  return facts;
}

}  // namespace

void set_guest_metrics(Plan& plan) {
  if (!counts(plan)) return;
  for (std::uint32_t subject = 0; subject < plan.slots.size(); ++subject) {
    auto metrics = model::count_metrics();
    if (plan.number) metrics.insert(metrics.begin(), plan.number->metric);
    plan.session.subjects[subject].metrics = metrics;
    for (auto& slot : plan.slots[subject]) slot.metrics = metrics;
  }
}

Result<Rehearsal> rehearse_guests(Plan& plan, const GuestSurroundings& around) {
  const auto subjects = plan.slots.size();
  KAB_TRY(const auto boots, boot_all(plan, around));
  Rehearsal rehearsal{.not_booted = first_not_booted(plan, boots)};
  if (rehearsal.not_booted && rehearsal.not_booted->kind == ErrorKind::kInput)
    return std::unexpected(*rehearsal.not_booted);
  if (rehearsal.not_booted) return rehearsal;
  for (std::uint32_t arm = 0; arm < boots.size(); ++arm) {
    auto& record = plan.session.arms[arm];
    KAB_TRY(record.environment,
            environment_of(around.host, arm, boots[arm], around.host.first_order(arm) + subjects));
  }
  // From the last, so that taking one out moves none that is still to come.
  for (std::size_t subject = subjects; subject-- > 0;) {
    const auto learnt = learn_of_subject(plan, subject, boots, around.host);
    if (learnt) continue;
    if (plan.absent == Absent::kStop || !says_absent(plan, subject, learnt.error()))
      return std::unexpected(learnt.error());
    leave_out(plan, subject, learnt.error(), rehearsal.left_out);
  }
  std::ranges::reverse(rehearsal.left_out);
  for (auto& one : rehearsal.left_out) std::ranges::reverse(one.subjects);
  KAB_CHECK(check_something_left(plan, rehearsal.left_out));
  std::vector<std::int64_t> durations;
  for (const auto& boot : boots) durations.push_back(boot.wall_ns);
  rehearsal.duration_ns.assign(plan.slots.size(), durations);
  return rehearsal;
}

}  // namespace kab::trial
