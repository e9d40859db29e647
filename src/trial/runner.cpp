#include "trial/runner.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "analysis/judge_trial.h"
#include "analysis/looks.h"
#include "base/number.h"
#include "stats/summary.h"
#include "store/recorder.h"
#include "sys/machine.h"
#include "sys/stop.h"
#include "trial/forecast.h"
#include "trial/pace.h"
#include "trial/running_session.h"
#include "trial/schedule.h"
#include "trial/watch.h"

namespace kab::trial {
namespace {

using model::Stopped;

class Run {
 public:
  Run(Plan plan, const Rehearsal& rehearsal, const Surroundings& around, store::Recorder& recorder)
      : plan_(std::move(plan)),
        rehearsal_(rehearsal),
        around_(around),
        recorder_(recorder),
        running_(plan_.session, around.clock, recorder) {}

  Finished go() {
    auto result = running_.record_left_out(rehearsal_.left_out);
    if (result) result = calibrate();
    if (result) result = set_pace();
    if (result) result = measure_blocks();
    if (result) result = count_calls();
    auto finished = running_.end(result, stopped_);
    finished.inside_ns = inside_ns_;
    if (measuring_from_ns_) finished.measuring_ns = around_.clock.now_ns() - *measuring_from_ns_;
    return finished;
  }

 private:
  std::int64_t elapsed_ns() const { return running_.elapsed_ns(); }

  void show_progress(Progress::Stage stage, std::uint32_t done) const {
    if (!around_.on_progress) return;
    around_.on_progress({.stage = stage,
                         .blocks_done = done,
                         .blocks_planned = blocks_,
                         .elapsed_ns = elapsed_ns(),
                         .expected_ns = expected_ns_,
                         .last_look = last_look_ ? &*last_look_ : nullptr});
  }

  // Iterations, batches and warm-up: on the baseline, then the same in every arm.
  Result<void> calibrate() {
    KAB_CHECK(around_.settings.apply(0));
    for (std::uint32_t subject = 0; subject < session_.subjects.size(); ++subject) {
      show_progress(Progress::Stage::kCalibrating, 0);
      auto& facts = session_.subjects[subject];
      if (!is_command(subject)) {
        KAB_TRY(const auto found, around_.host.calibrate(plan_.slots[subject][0], kBatchNs));
        facts.calibration = found.calibration;
        // Arms with parameters of their own may move other numbers of bytes: then there is no
        // common B/s, and no number of copies that holds for all.
        const bool alike = std::ranges::all_of(session_.arms, [](const model::ArmRecord& record) {
          return model::settings_with(record.arm, "param.").empty();
        });
        facts.bytes_per_operation = alike ? found.bytes_per_operation : 0;
        facts.copies = alike ? found.copies : model::UserCopies{};
        KAB_CHECK(record_path(subject));
        KAB_CHECK(record_cost_of_latencies(subject, found.recording_ns));
      }
      set_batches(subject, is_command(subject) ? 1 : kFewestBatches);
    }
    return {};
  }

  Result<void> record_path(std::uint32_t subject) {
    if (!around_.prove_path) return {};
    const auto proof = around_.prove_path(plan_.slots[subject][0]);
    if (!proof) return {};
    return record({.at_ns = elapsed_ns(),
                   .code = "path",
                   .text = title_of(session_.subjects[subject]) + ": " + *proof});
  }

  // Part of the time that stands beside the latencies, in every arm alike.
  Result<void> record_cost_of_latencies(std::uint32_t subject, double ns) {
    if (ns <= 0) return {};
    return record({.at_ns = elapsed_ns(),
                   .code = "latency",
                   .text = title_of(session_.subjects[subject]) + ": recording it adds " +
                           shortest(std::round(10 * ns) / 10) + " ns to each operation"});
  }

  Result<void> record(model::Event event) { return running_.record(std::move(event)); }

  bool is_command(std::uint32_t subject) const { return plan_.slots[subject][0].workload.empty(); }

  void set_batches(std::uint32_t subject, std::uint32_t batches) {
    auto& calibration = session_.subjects[subject].calibration;
    calibration.batches = batches;
    for (auto& slot : plan_.slots[subject]) slot.calibration = calibration;
  }

  // What a sample costs, from a pilot of each arm: of workloads with their calibration, of commands
  // as rehearsed. The environment of each arm is read here, under its settings.
  Result<std::vector<SampleCost>> pilot() {
    std::vector<SampleCost> costs;
    for (std::uint32_t subject = 0; subject < session_.subjects.size(); ++subject) {
      std::int64_t total_ns = 0;
      std::int64_t inside_ns = 0;
      for (const auto& slot : plan_.slots[subject]) {
        KAB_CHECK(around_.settings.apply(slot.arm));
        if (subject == 0) KAB_CHECK(record_environment(slot.arm));
        if (is_command(subject)) {
          total_ns += rehearsal_.duration_ns[subject][slot.arm];
          continue;
        }
        KAB_TRY(const auto sample, around_.host.measure(slot));
        note_spread(sample);
        total_ns += sample.duration_ns;
        inside_ns += sample.inside_ns;
      }
      const auto arms = static_cast<std::int64_t>(session_.arms.size());
      // A pilot is a warm-up and kFewestBatches batches, all of one length.
      const std::int64_t per_batch = inside_ns / arms / (kFewestBatches + 1);
      costs.push_back(
          {.fixed_ns = total_ns / arms - per_batch * kFewestBatches, .per_batch_ns = per_batch});
    }
    return costs;
  }

  // The noisiest pilot stands for what the samples will be like.
  void note_spread(const SlotResult& pilot_sample) {
    std::vector<double> values;
    for (const auto& reading : pilot_sample.readings)
      if (reading.metric == 0) values.push_back(reading.total);
    if (const auto spread = stats::relative_spread(values))
      pilot_spread_ = std::max(pilot_spread_.value_or(0), *spread);
  }

  Result<void> record_environment(std::uint32_t arm) {
    session_.arms[arm].environment = sys::machine_facts();
    return recorder_.set_environment(arm, session_.arms[arm].environment);
  }

  Result<void> set_pace() {
    KAB_TRY(const auto costs, pilot());
    const std::int64_t left_ns = plan_.budget_ns ? *plan_.budget_ns - elapsed_ns() : 0;
    const auto batches = plan_.budget_ns
                             ? batches_that_fit(costs, running_.slots_per_block(), left_ns)
                             : kMostBatches;
    for (std::uint32_t subject = 0; subject < session_.subjects.size(); ++subject) {
      if (!is_command(subject)) set_batches(subject, batches);
      KAB_CHECK(recorder_.set_subject(subject, session_.subjects[subject]));
    }
    const std::int64_t one_block = block_ns(costs, running_.slots_per_block(), batches);
    blocks_ = plan_.repeat ? *plan_.repeat : blocks_that_fit(left_ns, one_block);
    expected_ns_ = elapsed_ns() + one_block * blocks_;
    session_.planned_blocks = blocks_;
    if (is_trial()) {
      looks_ = plan_.repeat ? std::vector<std::uint32_t>{blocks_}
                            : useful_looks(analysis::planned_looks(blocks_),
                                           1 - session_.confidence, family_size());
      warn_of_too_few(one_block);
    }
    return recorder_.set_plan(blocks_);
  }

  bool is_trial() const { return session_.kind == model::SessionKind::kTrial; }

  // Said before it starts: what would be enough, where this is not, and what will show.
  void warn_of_too_few(std::int64_t one_block_ns) const {
    const auto note = forecast_note({.blocks = blocks_,
                                     .by_repeat = plan_.repeat.has_value(),
                                     .budget_ns = plan_.budget_ns.value_or(0),
                                     .before_blocks_ns = elapsed_ns(),
                                     .block_ns = one_block_ns,
                                     .alpha = 1 - session_.confidence,
                                     .family_size = family_size(),
                                     .spread = pilot_spread_});
    if (note && around_.on_notice) around_.on_notice(*note);
  }

  std::size_t family_size() const { return session_.subjects.size() * (session_.arms.size() - 1); }

  Result<void> measure_blocks() {
    stopped_ = plan_.repeat ? Stopped::kRepeat : Stopped::kBudget;
    MachineWatch watch;
    measuring_from_ns_ = around_.clock.now_ns();
    for (std::uint32_t block = 0; block < blocks_; ++block) {
      show_progress(Progress::Stage::kMeasuring, block);
      KAB_CHECK(measure_block(block));
      for (const auto& event : watch.changes(elapsed_ns())) KAB_CHECK(record(event));
      const bool last = block + 1 == blocks_ || over_budget(block + 1);
      KAB_CHECK(look_if_due(block + 1, last));
      if (last || stopped_ == Stopped::kVerdicts) break;
    }
    show_progress(Progress::Stage::kMeasuring, blocks_);
    return {};
  }

  // The pilots may have been too hopeful: the budget is kept to, with a tenth of grace so that a
  // trial that is nearly there ends at its planned look.
  bool over_budget(std::uint32_t done) const {
    if (!plan_.budget_ns) return false;
    const auto budget = *plan_.budget_ns;
    return elapsed_ns() > budget + budget / 10 && done < blocks_;
  }

  Result<void> measure_block(std::uint32_t block) {
    std::vector<model::Sample> samples;
    for (const auto& scheduled : block_order(session_.seed, block, session_.subjects.size(),
                                             session_.arms.size(), plan_.aa)) {
      KAB_TRY(auto sample, measure_slot(scheduled, block));
      samples.push_back(std::move(sample));
    }
    KAB_CHECK(recorder_.add(samples));
    for (auto& sample : samples) session_.samples.push_back(condensed(std::move(sample)));
    return {};
  }

  Result<model::Sample> measure_slot(const ScheduledSlot& scheduled, std::uint32_t block) {
    if (sys::stop_requested()) return fail_interrupted("interrupted");
    auto slot = plan_.slots[scheduled.subject][scheduled.arm];
    slot.slot = scheduled.slot;
    KAB_CHECK(around_.settings.apply(scheduled.arm));
    const std::int64_t at_ns = elapsed_ns();
    KAB_TRY(auto result, around_.host.measure(slot));
    inside_ns_ += result.inside_ns;
    for (const auto& note : result.notes)
      if (noted_.insert(note).second)
        KAB_CHECK(record({.at_ns = at_ns, .code = "events", .text = note}));
    if (result.status == model::SampleStatus::kFailed && plan_.failed == FailedSamples::kStop)
      return fail_unavailable("block " + std::to_string(block + 1) + ", arm " +
                              session_.arms[scheduled.arm].arm.name + ": the command " +
                              result.failure +
                              "; what was measured before is saved (--keep-failed goes on)");
    return model::Sample{.subject = scheduled.subject,
                         .arm = scheduled.arm,
                         .slot = scheduled.slot,
                         .block = block,
                         .position = scheduled.position,
                         .started_ns = at_ns,
                         .duration_ns = result.duration_ns,
                         .status = result.status,
                         .failure = std::move(result.failure),
                         .cpus = std::move(result.cpus),
                         .readings = std::move(result.readings)};
  }

  // In memory one value a metric is enough; the batches are in the recording.
  model::Sample condensed(model::Sample sample) const {
    std::vector<model::Reading> values;
    const auto metrics =
        static_cast<std::uint32_t>(session_.subjects[sample.subject].metrics.size());
    for (std::uint32_t metric = 0; metric < metrics; ++metric)
      if (const auto value = model::value_of(sample, metric))
        values.push_back({.metric = metric, .batch = 0, .iterations = 1, .total = *value});
    values.shrink_to_fit();
    sample.readings = std::move(values);
    sample.cpus = {};
    return sample;
  }

  Result<void> look_if_due(std::uint32_t done, bool last) {
    if (!is_trial()) return {};
    const bool planned = std::ranges::find(looks_, done) != looks_.end();
    if (!planned && !last) return {};
    session_.looks.push_back(done);
    KAB_CHECK(recorder_.add_look(done));
    session_.stopped = last ? stopped_ : Stopped::kVerdicts;
    KAB_TRY(last_look_, analysis::judge_trial(session_, {}));
    session_.stopped.reset();
    const auto decided = [](const model::Comparison& one) {
      return !one.primary || one.verdict != model::Verdict::kUndecided;
    };
    if (!last && std::ranges::all_of(last_look_->comparisons, decided))
      stopped_ = Stopped::kVerdicts;
    return {};
  }

  Result<void> count_calls() {
    if (!around_.count_calls) return {};
    for (const auto& of_subject : plan_.slots) {
      for (const auto& slot : of_subject) {
        if (sys::stop_requested()) return fail_interrupted("interrupted");
        KAB_CHECK(around_.settings.apply(slot.arm));
        const auto calls = around_.count_calls(slot);
        if (!calls && calls.error().kind == ErrorKind::kInterrupted)
          return std::unexpected(calls.error());
        if (!calls) {
          KAB_CHECK(record({.at_ns = elapsed_ns(),
                            .code = "calls",
                            .text = "system calls of arm " + session_.arms[slot.arm].arm.name +
                                    " are not counted: " + calls.error().message}));
          continue;
        }
        KAB_CHECK(recorder_.add_tally(*calls));
        session_.tally.insert(session_.tally.end(), calls->begin(), calls->end());
      }
    }
    return {};
  }

  Plan plan_;
  const Rehearsal& rehearsal_;
  const Surroundings& around_;
  store::Recorder& recorder_;
  RunningSession running_;
  model::Session& session_ = running_.session();
  std::vector<std::uint32_t> looks_;
  std::optional<double> pilot_spread_;
  std::set<std::string> noted_;
  std::uint32_t blocks_ = 0;
  std::int64_t expected_ns_ = 0;
  std::int64_t inside_ns_ = 0;
  std::optional<std::int64_t> measuring_from_ns_;
  Stopped stopped_ = Stopped::kInterrupted;
  std::optional<model::Judgement> last_look_;
};

}  // namespace

Finished run_plan(Plan plan, const Rehearsal& rehearsal, const Surroundings& around,
                  store::Recorder& recorder) {
  return Run(std::move(plan), rehearsal, around, recorder).go();
}

}  // namespace kab::trial
