// Runs a plan: calibrates, takes pilots, paces, measures block by block, looks, stops; the
// recording is written as it goes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/judgement.h"
#include "model/recording.h"
#include "sys/clock.h"
#include "trial/arm_settings.h"
#include "trial/plan.h"
#include "trial/worker_host.h"

namespace kab::store {
class Recorder;
}

namespace kab::trial {

/// Where a running trial stands, for the progress line.
struct Progress {
  enum class Stage { kCalibrating, kMeasuring } stage = Stage::kCalibrating;
  std::uint32_t blocks_done = 0;
  std::uint32_t blocks_planned = 0;
  std::int64_t elapsed_ns = 0;
  std::int64_t expected_ns = 0;                 // 0: not known yet
  const model::Judgement* last_look = nullptr;  // nothing before the first look
};

struct Surroundings {
  WorkerHost& host;
  sys::Clock& clock;
  ArmSettings& settings;
  std::function<void(const Progress&)> on_progress;   // may be empty
  std::function<void(const std::string&)> on_notice;  // one line for stderr; may be empty
  /// What the system calls of a slot say of its path, for the recording; nothing where there is
  /// nothing to say. Asked once a subject, apart from all timing; may be empty.
  std::function<std::optional<std::string>(const SlotRequest&)> prove_path = {};
  /// Counts the system calls of a slot, in a pass of its own after all timing; may be empty. What
  /// cannot be counted is an event of the recording and ends nothing.
  std::function<Result<std::vector<model::TalliedCall>>(const SlotRequest&)> count_calls = {};
};

struct Finished {
  model::Session session;  // samples with one reading a metric: the batches are in the recording
  std::optional<Error> ended_by;  // an error that ended it early; what was measured is saved
  bool by_a_boot = false;         // that error is a guest which did not boot, or not to its end
  std::int64_t inside_ns = 0;     // of the measuring time, inside workloads
  std::int64_t measuring_ns = 0;
};

/// Subjects that cannot run here, for one reason that they have in common.
struct LeftOut {
  std::vector<std::string> subjects;
  std::string reason;
};

/// "fork, brk, mprotect and 3 more: this kernel ...".
std::string text_of(const LeftOut& left_out);

/// What the rehearsal of a plan learnt.
struct Rehearsal {
  std::vector<std::vector<std::int64_t>> duration_ns = {};  // [subject][arm], whole process
  std::vector<LeftOut> left_out = {};
  std::optional<Error> not_booted = {};  // of guests: the kernel of an arm cannot be measured
};

/// Tries every slot once, so that wrong parameters, workloads that cannot run here and commands
/// that fail are found before a recording exists. Errors are those of the host; a command that
/// fails is kUnavailable, one that its shell does not find kInput. With Absent::kLeaveOut a subject
/// that is unavailable is taken out of the plan instead; kUnavailable when none is left.
Result<Rehearsal> rehearse(Plan& plan, const Surroundings& around);

/// The trial itself. What ends it early is in Finished::ended_by; what was measured is saved.
Finished run_plan(Plan plan, const Rehearsal& rehearsal, const Surroundings& around,
                  store::Recorder& recorder);

}  // namespace kab::trial
