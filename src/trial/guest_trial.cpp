#include "trial/guest_trial.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/random.h"
#include "base/text.h"
#include "base/units.h"
#include "guest/count_file.h"
#include "store/recorder.h"
#include "sys/stop.h"
#include "trial/counted_sample.h"
#include "trial/guest_answers.h"
#include "trial/guest_boots.h"
#include "trial/guest_orders.h"
#include "trial/pace.h"
#include "trial/running_session.h"
#include "trial/schedule.h"

namespace kab::trial {
namespace {

constexpr std::uint32_t kMostBoots = 1000;  // an arm

/// One boot to come.
struct Job {
  ScheduledSlot slot;
  std::uint32_t block = 0;
  std::uint64_t seed = 0;
};

std::vector<Job> jobs_of(const model::Session& session, std::uint32_t blocks, AaArm aa) {
  // A stream of its own, so that the order of a block and what QEMU draws have nothing in common.
  Random seeds(session.seed ^ (0x6e57ULL << 48));
  std::vector<Job> jobs;
  for (std::uint32_t block = 0; block < blocks; ++block)
    for (const auto& slot : block_order(session.seed, block, 1, session.arms.size(), aa))
      jobs.push_back({.slot = slot, .block = block, .seed = seeds.next()});
  return jobs;
}

class GuestRun {
 public:
  GuestRun(Plan plan, const Rehearsal& rehearsal, const GuestSurroundings& around,
           store::Recorder& recorder)
      : plan_(std::move(plan)),
        rehearsal_(rehearsal),
        around_(around),
        recorder_(recorder),
        running_(plan_.session, around.clock, recorder) {}

  Finished go() {
    auto result = record_what_is_known();
    if (result) result = boot_all();
    auto finished = running_.end(result, stopped_);
    finished.measuring_ns = elapsed_ns();
    finished.by_a_boot = by_a_boot_;
    return finished;
  }

 private:
  std::int64_t elapsed_ns() const { return running_.elapsed_ns(); }

  Result<void> record_what_is_known() {
    KAB_CHECK(running_.record_left_out(rehearsal_.left_out));
    for (std::size_t subject = 0; subject < session_.subjects.size(); ++subject)
      KAB_CHECK(recorder_.set_subject(subject, session_.subjects[subject]));
    for (std::size_t arm = 0; arm < session_.arms.size(); ++arm)
      KAB_CHECK(recorder_.set_environment(arm, session_.arms[arm].environment));
    return {};
  }

  Result<void> record(model::Event event) { return running_.record(std::move(event)); }

  // As the rehearsal took.
  std::int64_t one_boot_ns() const {
    const auto& durations = rehearsal_.duration_ns.front();
    std::int64_t total = 0;
    for (const auto ns : durations) total += ns;
    return total / static_cast<std::int64_t>(durations.size());
  }

  void set_blocks() {
    const std::size_t comparisons = session_.subjects.size() * (session_.arms.size() - 1);
    const auto needed = boots_needed(comparisons, session_.confidence, plan_.aa);
    if (plan_.repeat) {
      blocks_ = *plan_.repeat;
    } else if (plan_.budget_ns) {
      const auto block_ns = one_boot_ns() * static_cast<std::int64_t>(running_.slots_per_block()) /
                            static_cast<std::int64_t>(around_.host.at_once());
      blocks_ = std::min(blocks_that_fit(*plan_.budget_ns, std::max<std::int64_t>(block_ns, 1)),
                         kMostBoots);
    } else {
      blocks_ = std::max(kUsualBoots, needed);
    }
    session_.planned_blocks = blocks_;
    if (around_.on_notice)
      around_.on_notice(boots_note(blocks_, needed, session_.arms.size(), plan_.aa,
                                   around_.host.at_once(), one_boot_ns()));
  }

  Result<void> boot_all() {
    set_blocks();
    KAB_CHECK(recorder_.set_plan(blocks_));
    stopped_ = plan_.budget_ns && !plan_.repeat ? model::Stopped::kBudget : model::Stopped::kRepeat;
    std::vector<LoadedGuest> loaded;
    for (std::uint32_t arm = 0; arm < session_.arms.size(); ++arm) {
      auto orders = orders_to_measure(plan_.slots, arm);
      if (around_.symbols != nullptr)
        std::ranges::move(around_.symbols->orders(arm), std::back_inserter(orders));
      KAB_TRY(auto one, around_.host.load(arm, orders));
      loaded.push_back(std::move(one));
    }
    const auto jobs = jobs_of(session_, blocks_, plan_.aa);
    const auto deadline_ns = boot_deadline_ns(std::ranges::max(rehearsal_.duration_ns.front()));
    std::size_t done = 0;
    show_progress(done);
    KAB_CHECK(run_boots(
        jobs.size(), around_.host.at_once(),
        [&](std::size_t i) {
          return around_.host.boot(loaded[jobs[i].slot.arm], jobs[i].seed, deadline_ns);
        },
        [&](std::size_t i, guest::Boot boot) {
          show_progress(++done);
          return take(jobs[i], std::move(boot));
        }));
    session_.looks = {blocks_};
    return recorder_.add_look(blocks_);
  }

  void show_progress(std::size_t boots_done) const {
    if (!around_.on_progress) return;
    const auto boots = static_cast<std::int64_t>(running_.slots_per_block() * blocks_);
    around_.on_progress(
        {.stage = Progress::Stage::kMeasuring,
         .blocks_done = static_cast<std::uint32_t>(boots_done / running_.slots_per_block()),
         .blocks_planned = blocks_,
         .elapsed_ns = elapsed_ns(),
         .expected_ns = one_boot_ns() * boots / static_cast<std::int64_t>(around_.host.at_once())});
  }

  std::string title_of(const Job& job) const {
    return "boot " + std::to_string(job.block + 1) + " of arm " +
           session_.arms[job.slot.arm].arm.name +
           (job.slot.slot == model::Slot::kAA ? " (A/A)" : "");
  }

  Result<void> take(const Job& job, const guest::Boot& boot) {
    if (!boot.console.empty())
      KAB_CHECK(record({.at_ns = elapsed_ns(),
                        .code = "console",
                        .text = title_of(job) + ":\n" + guest::last_lines(boot.console, 200)}));
    by_a_boot_ = boot.end != guest::BootEnd::kDone && plan_.failed == FailedSamples::kStop;
    if (by_a_boot_)
      return fail_unavailable(title_of(job) + ": " + boot.reason +
                              "\nwhat was measured before is saved (--keep-failed goes on)");
    KAB_TRY(const auto seen, seen_by_plugin(job, boot));
    std::vector<model::Sample> samples;
    const auto counted_before = session_.counted.size();
    for (std::uint32_t subject = 0; subject < session_.subjects.size(); ++subject) {
      KAB_TRY(auto sample, sample_of(job, subject, boot, seen));
      samples.push_back(std::move(sample));
    }
    KAB_CHECK(recorder_.add(samples));
    const auto counted = std::span(session_.counted).subspan(counted_before);
    KAB_CHECK(recorder_.add_counted(counted));
    std::ranges::move(samples, std::back_inserter(session_.samples));
    return {};
  }

  /// What the plugin counted in one boot, and where to look its addresses up.
  struct Seen {
    std::vector<guest::CountedRegion> regions = {};
    std::shared_ptr<const sys::KernelSymbols> symbols = {};
  };

  Result<Seen> seen_by_plugin(const Job& job, const guest::Boot& boot) const {
    Seen seen;
    if (session_.lane != model::Lane::kCount || boot.end != guest::BootEnd::kDone) return seen;
    KAB_TRY(seen.regions, guest::read_counts(boot.plugin_output));
    if (around_.symbols == nullptr) return seen;
    const auto arm = job.slot.arm;
    KAB_TRY(seen.symbols, around_.symbols->of_boot(
                              arm, boot, around_.host.first_order(arm) + session_.subjects.size()));
    return seen;
  }

  Result<model::Sample> sample_of(const Job& job, std::uint32_t subject, const guest::Boot& boot,
                                  const Seen& seen) {
    const auto& slot = plan_.slots[subject][job.slot.arm];
    const auto order = around_.host.first_order(job.slot.arm) + subject;
    const auto answer = answer_to(boot.channel, order);
    SlotResult result;
    if (boot.end == guest::BootEnd::kDone) {
      result = sample_in(answer, slot, session_.lane, plan_.number);
      if (session_.lane == model::Lane::kCount && result.status == model::SampleStatus::kOk) {
        KAB_TRY(auto batch, count_sample(result, slot, seen.regions, order, seen.symbols.get()));
        batch.sample = static_cast<std::uint32_t>(session_.samples.size()) + subject;
        if (seen.symbols) session_.counted.push_back(std::move(batch));
      }
    } else {
      result.status = model::SampleStatus::kFailed;
      result.failure = "did not finish its boot: " + std::string(guest::text_of(boot.end));
    }
    if (result.status == model::SampleStatus::kFailed && plan_.failed == FailedSamples::kStop)
      return fail_unavailable(title_of(job) + ": " + session_.subjects[subject].name + ": " +
                              result.failure +
                              "; what was measured before is saved (--keep-failed goes on)");
    if (!answer.quiet)
      KAB_CHECK(record({.at_ns = elapsed_ns(),
                        .code = "not-quiet",
                        .text = title_of(job) + ": the kernel had not come to rest before " +
                                session_.subjects[subject].name}));
    return model::Sample{.subject = subject,
                         .arm = job.slot.arm,
                         .slot = job.slot.slot,
                         .block = job.block,
                         .position = job.slot.position,
                         .started_ns = std::max<std::int64_t>(elapsed_ns() - boot.wall_ns, 0),
                         .duration_ns = boot.wall_ns,
                         .status = result.status,
                         .failure = std::move(result.failure),
                         .cpus = {},
                         .readings = std::move(result.readings)};
  }

  Plan plan_;
  const Rehearsal& rehearsal_;
  const GuestSurroundings& around_;
  store::Recorder& recorder_;
  RunningSession running_;
  model::Session& session_ = running_.session();
  std::uint32_t blocks_ = 0;
  model::Stopped stopped_ = model::Stopped::kInterrupted;
  bool by_a_boot_ = false;
};

}  // namespace

std::uint32_t boots_needed(std::size_t comparisons, double confidence, AaArm aa) {
  const double level =
      (1 - confidence) / static_cast<double>(std::max<std::size_t>(comparisons, 1));
  for (std::uint32_t n = 1; n < kMostBoots; ++n) {
    const double all = aa == AaArm::kWith ? 3.0 * n : 2.0 * n;
    const double logarithm = std::lgamma(all + 1) - std::lgamma(n + 1.0) - std::lgamma(all - n + 1);
    if (std::log(2.0) - logarithm <= std::log(level)) return n;
  }
  return kMostBoots;
}

std::string boots_note(std::uint32_t boots_an_arm, std::uint32_t needed, std::size_t arms, AaArm aa,
                       std::size_t at_once, std::int64_t one_boot_ns) {
  const std::size_t slots = arms + (aa == AaArm::kWith ? 1 : 0);
  const auto boots = static_cast<std::int64_t>(slots * boots_an_arm);
  const auto parallel = static_cast<std::int64_t>(std::max<std::size_t>(at_once, 1));
  std::string note = std::to_string(boots) + " boots, " + std::to_string(boots_an_arm) + " an arm" +
                     (aa == AaArm::kWith ? " and as many of the baseline's second turn" : "") +
                     ", " + std::to_string(parallel) + " at a time: about " +
                     duration_text(std::max<std::int64_t>(boots * one_boot_ns / parallel, 1));
  if (boots_an_arm < needed)
    note += "; that is too few for an interval at this confidence: give --repeat " +
            std::to_string(needed);
  return note;
}

Finished run_guest_plan(Plan plan, const Rehearsal& rehearsal, const GuestSurroundings& around,
                        store::Recorder& recorder) {
  return GuestRun(std::move(plan), rehearsal, around, recorder).go();
}

}  // namespace kab::trial
