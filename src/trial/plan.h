// From what the user asked to what shall run: every name checked, every arm resolved.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "events/event.h"
#include "model/recording.h"
#include "trial/number.h"
#include "trial/schedule.h"
#include "trial/worker_host.h"

namespace kab::trial {

/// --number with its --unit and --better.
struct NumberMetric {
  NumberSource source;
  model::Metric metric;
};

enum class FailedSamples { kStop, kKeep };

/// What to do with a subject that cannot run here: a name that the user gave is an error, one of a
/// suite is left out and named.
enum class Absent { kStop, kLeaveOut };

/// Whether a count says which functions of the kernel it is made of.
enum class Functions { kNo, kYes };

/// A workload with its parameters, or a command under a name, for every arm.
struct WantedSubject {
  std::string name;
  std::string abi = {};  // empty: that of the whole
  model::Params params = {};
  std::vector<std::string> command = {};  // argv; empty: a workload

  auto operator<=>(const WantedSubject&) const = default;
};

struct Wanted {
  model::SessionKind kind = model::SessionKind::kTrial;
  std::string label;
  std::vector<model::Arm> arms;
  std::vector<WantedSubject> subjects;
  std::vector<std::string> command;  // after --; empty: subjects, or the arms' own cmd=
  Absent absent = Absent::kStop;
  std::shared_ptr<const void> keeps = {};  // what must be there until all is measured
  std::string abi = "x86_64";
  model::Lane lane = model::Lane::kTime;
  std::vector<std::string> guest_files = {};  // of this machine, wanted in guests
  std::string pin;
  std::optional<NumberMetric> number;
  // Counted beside the time in live samples, and their metrics over a whole process.
  std::vector<events::Event> events = {};
  std::vector<model::Metric> event_metrics = {};
  AaArm aa = AaArm::kWith;
  FailedSamples failed = FailedSamples::kStop;
  std::uint64_t seed = 0;
  std::optional<std::int64_t> budget_ns;  // one of these two is set
  std::optional<std::uint32_t> repeat;
  Functions functions = Functions::kNo;
  std::vector<model::Threshold> thresholds = model::default_thresholds();
  double confidence = 0.95;
};

struct Plan {
  model::Session session;                       // its header: arms, subjects, seed; no samples yet
  std::vector<std::vector<SlotRequest>> slots;  // [subject][arm]
  std::optional<NumberMetric> number;
  AaArm aa = AaArm::kWith;
  FailedSamples failed = FailedSamples::kStop;
  Absent absent = Absent::kStop;
  std::optional<std::int64_t> budget_ns;
  std::optional<std::uint32_t> repeat;
};

/// "unix-seqpacket size=64 (i386)": a subject as events and messages name it.
std::string title_of(const model::Subject& subject);

/// kInput: fewer than two arms in a trial, a name twice, nothing to run, a command that does not
/// exist, a CPU that is not allowed, a key that this command does not take. kUnavailable: a pair of
/// CPUs that the machine does not have. Workload names are checked by the caller against the
/// catalogue.
Result<Plan> make_plan(const Wanted& wanted);

}  // namespace kab::trial
