#include "analysis/event_summary.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "analysis/event_ratios.h"
#include "base/text.h"
#include "stats/distributions.h"
#include "stats/summary.h"

namespace kab::analysis {
namespace {

using model::CountStatus;
using model::EventSummary;

constexpr double kAlpha = 0.05;

/// The interval of a mean by Student's t, its relative standard error, and the rest.
void summarise(std::span<const double> values, EventSummary& summary) {
  summary.n = values.size();
  summary.mean = stats::mean(values);
  summary.median = stats::median(values);
  summary.standard_deviation = stats::standard_deviation(values);
  if (!summary.standard_deviation) return;
  const auto n = static_cast<double>(values.size());
  const double error = *summary.standard_deviation / std::sqrt(n);
  const double reach = error * stats::student_two_sided_t(kAlpha, n - 1);
  // No count and no time is less than nothing.
  summary.interval =
      Interval{.low = std::max(0.0, *summary.mean - reach), .high = *summary.mean + reach};
  if (*summary.mean != 0) summary.relative_error = error / std::fabs(*summary.mean);
}

EventSummary summary_of_event(const model::CountedRuns& counted, std::size_t event) {
  EventSummary summary{.metric = counted.events[event]};
  std::vector<double> values;
  for (const auto& run : counted.runs) {
    const auto& count = run.counts[event];
    if (count.status == CountStatus::kCounted) {
      values.push_back(count.value);
      summary.least_running_share = std::min(summary.least_running_share, count.running_share);
      summary.source = count.source;
    }
    if (!count.reason.empty()) {
      summary.reason = count.reason;
      summary.status = count.status;
    }
  }
  if (!values.empty()) summary.status = CountStatus::kCounted;
  if (values.empty() && summary.status == CountStatus::kCounted)
    summary.status = CountStatus::kNotCounted;
  summarise(values, summary);
  return summary;
}

EventSummary summary_of_time(const model::CountedRuns& counted, std::string name,
                             double model::CountedRun::* time) {
  EventSummary summary{
      .metric = {.name = std::move(name), .unit = "s", .better = model::Better::kLower}};
  std::vector<double> values;
  for (const auto& run : counted.runs) values.push_back(run.*time);
  summarise(values, summary);
  return summary;
}

/// Names of the events for which `holds`, with commas.
template <class Predicate>
std::string names_where(const model::CountReport& report, Predicate holds) {
  std::vector<std::string> names;
  for (const auto& event : report.events)
    if (holds(event)) names.push_back(event.metric.name);
  return joined(names, ", ");
}

std::string code_of(CountStatus status) {
  std::string code(text_of(status));
  std::ranges::replace(code, ' ', '-');
  return code;
}

// Once for all events that have it in common.
void remark_on_missing(model::CountReport& report) {
  std::vector<std::pair<CountStatus, std::string>> said;
  for (const auto& event : report.events) {
    if (event.status == CountStatus::kCounted) continue;
    const std::pair reason(event.status, event.reason);
    if (std::ranges::find(said, reason) != said.end()) continue;
    said.push_back(reason);
    report.remarks.push_back({code_of(event.status),
                              names_where(report,
                                          [&](const EventSummary& other) {
                                            return std::pair(other.status, other.reason) == reason;
                                          }) +
                                  " " + std::string(text_of(event.status)) +
                                  (event.reason.empty() ? "" : ": " + event.reason)});
  }
}

void remark_on_counts(model::CountReport& report) {
  const auto other = names_where(report, [](const auto& e) { return !e.source.empty(); });
  if (!other.empty())
    report.remarks.push_back(
        {"getrusage", other +
                          ": not permitted to count, so from getrusage: of the command and of " +
                          "what it waited for"});
  const auto estimated =
      names_where(report, [](const auto& e) { return e.mean && e.least_running_share < 1; });
  if (!estimated.empty())
    report.remarks.push_back(
        {"multiplexed",
         estimated + ": estimated, since there are fewer counters than events; ask for fewer "
                     "with -e, or put those that belong together in {}"});
  const auto partly =
      names_where(report, [&](const auto& e) { return e.mean.has_value() && e.n < report.runs; });
  if (!partly.empty())
    report.remarks.push_back({"partly-counted", partly + ": not counted in every run"});
}

void remark_on_ratios(model::CountReport& report) {
  for (const auto& event : report.events)
    if (event.derived && !event.derived->doubt.empty())
      report.remarks.push_back(
          {"ratio", event.metric.name + ", " + event.derived->unit + ": " + event.derived->doubt});
}

}  // namespace

model::CountReport summarise_counts(const model::CountedRuns& counted, std::string command) {
  model::CountReport report{.command = std::move(command), .runs = counted.runs.size()};
  for (std::size_t event = 0; event < counted.events.size(); ++event)
    report.events.push_back(summary_of_event(counted, event));
  report.times.push_back(summary_of_time(counted, "elapsed", &model::CountedRun::elapsed_s));
  report.times.push_back(summary_of_time(counted, "user", &model::CountedRun::user_s));
  report.times.push_back(summary_of_time(counted, "system", &model::CountedRun::system_s));
  derive_ratios(report, counted.groups);
  remark_on_missing(report);
  remark_on_counts(report);
  remark_on_ratios(report);
  return report;
}

}  // namespace kab::analysis
