// A recording: all raw data of one or more sessions (a trial, or runs under a label).
// Passive records; `store` writes and reads them, `analysis` judges them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/arm.h"
#include "model/counted.h"
#include "model/function_counts.h"
#include "model/metric.h"
#include "model/threshold.h"

namespace kab::model {

/// One measured number of one batch: `total` is for all `iterations` together.
struct Reading {
  std::uint32_t metric = 0;  // index into Subject::metrics
  std::uint32_t batch = 0;
  std::uint64_t iterations = 1;
  double total = 0;

  bool operator==(const Reading&) const = default;
};

enum class Slot { kArm, kAA };  // kAA: the baseline's second turn in a block
enum class SampleStatus { kOk, kFailed };

/// One fresh process (live) or boot (kernels).
struct Sample {
  std::uint32_t subject = 0;  // index into Session::subjects
  std::uint32_t arm = 0;      // index into Session::arms
  Slot slot = Slot::kArm;
  std::uint32_t block = 0;
  std::uint32_t position = 0;    // in its block, from 0
  std::int64_t started_ns = 0;   // since the session's start
  std::int64_t duration_ns = 0;  // from the start of the process to its end
  SampleStatus status = SampleStatus::kOk;
  std::string failure;            // why, when kFailed
  std::vector<int> cpus;          // where each role of the workload ran last; empty: unknown
  std::vector<Reading> readings;  // batches in time order

  bool operator==(const Sample&) const = default;
};

/// How a worker was set for a subject: fixed once, on the baseline, the same in every arm.
struct Calibration {
  std::uint64_t iterations = 1;  // per batch
  std::uint32_t batches = 1;     // per sample
  std::uint64_t warmup_iterations = 0;
  double timer_resolution_ns = 0;
  double timer_cost_ns = 0;
  double empty_loop_ns = 0;  // per iteration, measured by the worker; not subtracted

  bool operator==(const Calibration&) const = default;
};

/// What one operation copies between user space and the kernel, as the workload declares it.
struct UserCopies {
  double copies = 0;  // 0: declares none
  double bytes = 0;
  double checked_copies = 0;  // those of them that hardened usercopy checks
  double checked_bytes = 0;

  bool operator==(const UserCopies&) const = default;
};

/// What is measured: a workload with parameters, or a command.
struct Subject {
  std::string name;                  // the workload's name, or the command as a shell would take it
  std::string abi;                   // "x86_64", "i386"; empty for commands
  Params params;                     // given and default ones
  std::vector<std::string> command;  // argv; empty for workloads
  double bytes_per_operation = 0;    // 0: moves no bytes, so has no B/s
  UserCopies copies;                 // none for commands
  std::vector<Metric> metrics;       // the first is the primary one
  Calibration calibration;

  bool operator==(const Subject&) const = default;
};

/// Facts of the machine that may explain a difference, as text: {"kernel.release", "6.12.0"}.
using Environment = std::vector<std::pair<std::string, std::string>>;

struct ArmRecord {
  Arm arm;
  Environment environment;  // as the arm's first sample saw it

  bool operator==(const ArmRecord&) const = default;
};

/// Something that happened while it ran: a migration, a clocksource change, a kernel message.
struct Event {
  std::int64_t at_ns = 0;
  std::string code;
  std::string text;

  bool operator==(const Event&) const = default;
};

enum class SessionKind { kTrial, kRun };
enum class Lane { kTime, kCount };
enum class Stopped { kVerdicts, kBudget, kRepeat, kInterrupted };

/// One trial, or one `kab run` under a label.
struct Session {
  SessionKind kind = SessionKind::kTrial;
  std::string label;  // run: the label; trial: empty
  Lane lane = Lane::kTime;
  std::uint64_t seed = 0;
  std::string kab_version;
  std::string worker_build;  // build id of kab-worker
  std::string boot_id;
  std::string started;  // RFC 3339, UTC
  std::vector<std::string> argv;
  std::vector<ArmRecord> arms;  // the first is the baseline
  std::vector<Subject> subjects;
  bool with_aa = false;
  std::uint32_t planned_blocks =
      0;  // N of the stopping rule; 0: not planned (time budget of a run)
  std::vector<std::uint32_t> looks;  // blocks at which verdicts were looked at, in order
  std::vector<Threshold> thresholds = default_thresholds();
  double confidence = 0.95;
  std::optional<Stopped> stopped;  // nothing: still running, or killed
  std::vector<Sample> samples;     // in time order
  std::vector<Event> events;
  std::vector<TalliedCall> tally;     // of passes of their own, never of the timed ones
  std::vector<ProfileRow> profile;    // of profiled samples
  std::vector<CountedBatch> counted;  // of samples whose instructions were counted by function
};

struct Recording {
  std::string path;
  std::vector<Session> sessions;
};

std::string_view text_of(Lane lane);            // "time" | "count"
std::string_view text_of(Stopped stopped);      // "verdicts" | "budget" | "repeat" | "interrupted"
std::string_view text_of(SessionKind kind);     // "trial" | "run"
std::string_view text_of(Slot slot);            // "arm" | "A/A"
std::string_view text_of(SampleStatus status);  // "ok" | "failed"
Result<Lane> parse_lane(std::string_view text);
Result<Stopped> parse_stopped(std::string_view text);
Result<SessionKind> parse_session_kind(std::string_view text);

/// The value of a sample in metric `metric` of its subject: the median over its batches of
/// total / iterations. Nothing when the sample failed or holds no such reading.
std::optional<double> value_of(const Sample& sample, std::uint32_t metric);

}  // namespace kab::model
