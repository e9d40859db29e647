// The counts of perf stat, as its two machine-readable outputs give them, into samples.
// Private to the readers of perf stat.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "readers/number.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

/// One line of perf stat: one event of one run, interval, CPU, cgroup.
struct PerfCount {
  std::string time;   // end of the interval in s; empty: the count is of a whole run
  std::string where;  // "CPU0", "S0-D0-C0", "sleep-4711"; empty: everywhere
  std::string cgroup;
  std::string event;
  std::string unit;    // as perf writes it: "", "msec", "Joules"
  std::string value;   // with a decimal point, or "<not supported>", "<not counted>"
  std::string spread;  // "11.98%" of repeated runs; empty: one run
  std::optional<double> running_percent;  // of the time that the event was to be counted
  std::optional<double> ratio;            // perf's own metric, as "of_what" says
  std::string of_what;                    // "GHz", "insn per cycle", "of all cache refs"
};

/// Whether perf itself defines `event` (modifiers like ":u" aside): its fewer are better.
bool is_known_event(std::string_view event);

/// Collects the counts of a file: a benchmark for each place and cgroup, a metric for each event.
class PerfCounts {
 public:
  PerfCounts(const Input& input, const Options& options);

  /// kInput when the value is no number. A count that perf could not take is missing, not 0.
  Result<void> add(const PerfCount& count, std::size_t line);

  /// What follows is of another run in the same file.
  void start_run();

  /// Sets and remarks; `reader` is the name of the reader.
  SampleFile take(std::string reader);

 private:
  void notice(const PerfCount& count);
  void notice_interval(const PerfCount& count);
  std::vector<model::Remark> remarks() const;

  std::string name_;
  ValueParser parser_;
  SampleSets sets_;
  std::uint32_t run_ = 0;
  bool run_has_counts_ = false;
  std::set<std::string> missing_;    // "cycles not supported"
  std::set<std::string> estimated_;  // events
  double least_percent_ = 100;
  std::set<std::string> averaged_;  // "task-clock +- 11.98%"
  std::set<std::string> artefacts_;
  bool has_intervals_ = false;
  double interval_end_ = 0;
  double shortest_interval_ = 0;
  double longest_interval_ = 0;
};

}  // namespace kab::readers
