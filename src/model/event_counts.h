// Counts of events (cycles, page faults, …) of runs of one command, and their summary over runs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/interval.h"
#include "model/judgement.h"
#include "model/metric.h"

namespace kab::model {

/// What became of an event. Only kCounted has a value; the others are three different things:
/// the machine or kernel has no such counter, it may not be used, it was there and did not run.
enum class CountStatus { kCounted, kNotSupported, kNotPermitted, kNotCounted };

/// "counted", "not supported", "not permitted", "not counted".
std::string_view text_of(CountStatus status);

/// One event in one run.
struct EventCount {
  CountStatus status = CountStatus::kNotCounted;
  double value = 0;          // estimated for the whole time where running_share < 1
  double running_share = 1;  // of the time in which it was to be counted
  std::string source = {};   // what counted where it was not the event's own counter: "getrusage"
  std::string reason = {};   // why there is no value, and what would help

  bool operator==(const EventCount&) const = default;
};

/// One run of the command.
struct CountedRun {
  double elapsed_s = 0;
  double user_s = 0;  // of the command and what it waited for
  double system_s = 0;
  std::vector<EventCount> counts;  // one an event
};

struct CountedRuns {
  std::vector<Metric> events;       // names as the user gave them
  std::vector<std::size_t> groups;  // events with equal numbers were counted in the same moments
  std::vector<CountedRun> runs;
};

/// A number that two events give together, shown beside the second: "1.23 insn per cycle".
struct DerivedRatio {
  double value = 0;
  std::string unit;   // "insn per cycle", "% of cycles", "CPUs utilized"
  std::string doubt;  // why it is no true ratio; empty: it is one
};

/// One event over all runs. Values that do not exist (no run counted it, one run has no deviation)
/// are nothing.
struct EventSummary {
  Metric metric;
  CountStatus status = CountStatus::kCounted;
  std::string reason;
  std::string source;
  std::size_t n = 0;  // runs that counted it
  std::optional<double> mean;
  std::optional<double> relative_error;  // standard error of the mean / mean: perf's "+-"
  std::optional<double> standard_deviation;
  std::optional<double> median;
  std::optional<Interval> interval;  // of the mean, 95 %, Student's t
  double least_running_share = 1;
  std::optional<DerivedRatio> derived;
};

struct CountReport {
  std::string command;
  std::size_t runs = 0;
  std::vector<EventSummary> events;
  std::vector<EventSummary> times;  // elapsed, user, system
  std::vector<Remark> remarks;
};

}  // namespace kab::model
