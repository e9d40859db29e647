#include "readers/perf_counts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/number.h"
#include "base/text.h"
#include "readers/quantity.h"

namespace kab::readers {
namespace {

// perf's generic events. Each is a cost of the work done, so fewer are better.
constexpr std::array<std::string_view, 34> kEvents = {
    "cycles",
    "cpu-cycles",
    "instructions",
    "branches",
    "branch-instructions",
    "branch-misses",
    "cache-references",
    "cache-misses",
    "bus-cycles",
    "ref-cycles",
    "task-clock",
    "cpu-clock",
    "page-faults",
    "faults",
    "minor-faults",
    "major-faults",
    "context-switches",
    "cs",
    "cpu-migrations",
    "migrations",
    "alignment-faults",
    "emulation-faults",
    "duration_time",
    "user_time",
    "system_time",
    "cgroup-switches",
    "node-loads",
    "node-load-misses",
    "node-stores",
    "node-store-misses",
    "LLC-loads",
    "LLC-load-misses",
    "stalled-cycles-frontend",
    "stalled-cycles-backend",
};
constexpr std::array<std::string_view, 5> kCaches = {"L1-dcache-", "L1-icache-", "LLC-", "dTLB-",
                                                     "iTLB-"};

std::string_view without_modifiers(std::string_view event) {
  return event.substr(0, event.find(':'));
}

model::Metric metric_of(const PerfCount& count, double& factor) {
  model::Metric metric{.name = count.event, .unit = "events", .better = model::Better::kLower};
  factor = 1;
  if (count.unit.empty()) return metric;
  metric.unit = count.unit;
  if (const auto base = base_unit_of(count.unit)) {
    metric.unit = base->base;
    factor = base->factor;
  }
  return metric;
}

std::string milliseconds_exact(double seconds) { return shortest(std::round(seconds * 1e3) / 1e3); }

std::string list_of(const std::set<std::string>& names) {
  return joined({names.begin(), names.end()}, ", ");
}

}  // namespace

bool is_known_event(std::string_view event) {
  const auto bare = without_modifiers(event);
  return std::ranges::find(kEvents, bare) != kEvents.end() ||
         std::ranges::any_of(kCaches, [&](auto cache) { return bare.starts_with(cache); });
}

PerfCounts::PerfCounts(const Input& input, const Options& options)
    : name_(input.name), parser_(input.name, options.invalid) {}

void PerfCounts::start_run() {
  if (run_has_counts_) ++run_;
  run_has_counts_ = false;
  interval_end_ = 0;
}

Result<void> PerfCounts::add(const PerfCount& count, std::size_t line) {
  run_has_counts_ = true;
  if (!count.time.empty()) notice_interval(count);
  if (count.value.starts_with('<')) {
    missing_.insert(count.event + ' ' +
                    std::string(trimmed(count.value.substr(1, count.value.find('>') - 1))));
    return {};
  }
  std::string benchmark = "perf stat";
  for (const auto& part : {count.where, count.cgroup})
    if (!part.empty()) benchmark += ' ' + part;
  double factor = 1;
  auto& set = sets_.at(benchmark, metric_of(count, factor));
  set.direction_known = is_known_event(count.event) || model::direction_of_unit(set.metric.unit) ||
                        count.unit == "Joules";
  const auto before = set.values.size();
  KAB_CHECK(parser_.parse(count.value, line, set.values));
  if (set.values.size() == before) return {};
  set.values.back() *= factor;
  set.groups.push_back(run_);
  notice(count);
  return {};
}

void PerfCounts::notice(const PerfCount& count) {
  if (count.running_percent && *count.running_percent < 99.995) {
    estimated_.insert(count.event);
    least_percent_ = std::min(least_percent_, *count.running_percent);
  }
  if (!count.spread.empty()) averaged_.insert(count.event + " +- " + count.spread);
  if (count.ratio && *count.ratio > 100 && count.of_what.starts_with("of all"))
    artefacts_.insert(count.event + " " + shortest(*count.ratio) + " % " + count.of_what);
}

void PerfCounts::notice_interval(const PerfCount& count) {
  has_intervals_ = true;
  const auto end = parse_double(count.time);
  if (!end || *end <= interval_end_) return;
  const double length = *end - interval_end_;
  shortest_interval_ = shortest_interval_ == 0 ? length : std::min(shortest_interval_, length);
  longest_interval_ = std::max(longest_interval_, length);
  interval_end_ = *end;
}

std::vector<model::Remark> PerfCounts::remarks() const {
  auto all = parser_.remarks();
  const auto say = [&](std::string code, const std::string& text) {
    all.push_back({.code = std::move(code), .text = name_ + ": " + text});
  };
  if (!missing_.empty())
    say("not-measured",
        list_of(missing_) + "; missing, not 0 (kab doctor says what stands in the way)");
  if (!estimated_.empty())
    say("estimates", list_of(estimated_) + " ran only part of the time (" +
                         shortest(least_percent_) + " % at least): estimates, scaled up by perf");
  if (!artefacts_.empty())
    say("multiplexing-artefact",
        list_of(artefacts_) +
            ": more than all is an artefact of counting the two at different times");
  if (!averaged_.empty())
    say("means-only",
        list_of(averaged_) +
            ": means over repeated runs, whose own values are not in the file; append "
            "single runs to it instead (perf stat --append)");
  if (has_intervals_)
    say("intervals", "the values are of successive intervals of one run, not of runs of their own");
  if (longest_interval_ > 1.05 * shortest_interval_)
    say("unequal-intervals", "the intervals are of " + milliseconds_exact(shortest_interval_) +
                                 " to " + milliseconds_exact(longest_interval_) +
                                 " s; counts grow with their length");
  return all;
}

// Where each run gives one value, a run is nothing to group by.
SampleFile PerfCounts::take(std::string reader) {
  auto sets = sets_.take();
  if (!has_intervals_)
    for (auto& set : sets) set.groups.clear();
  return {.reader = std::move(reader), .sets = std::move(sets), .remarks = remarks()};
}

}  // namespace kab::readers
