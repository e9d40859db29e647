#include "report/count_json.h"

#include <optional>

#include "model/json.h"
#include "report/json_document.h"
#include "report/numbers.h"

namespace kab::report {
namespace {

using model::Json;

Json json_of(std::optional<double> value) {
  const auto there = finite(value);
  return there ? Json(*there) : Json();
}

Json json_of(const model::EventSummary& event) {
  Json json = {{"event", event.metric.name},
               {"unit", event.metric.unit},
               {"status", std::string(text_of(event.status))},
               {"n", event.n},
               {"mean", json_of(event.mean)},
               {"relative_standard_error", json_of(event.relative_error)},
               {"standard_deviation", json_of(event.standard_deviation)},
               {"median", json_of(event.median)},
               {"interval", Json()},
               {"running_share", event.least_running_share},
               {"source", event.source},
               {"reason", event.reason}};
  if (const auto interval = finite(event.interval))
    json["interval"] = {interval->low, interval->high};
  if (event.derived)
    json["derived"] = {{"value", json_of(event.derived->value)},
                       {"unit", event.derived->unit},
                       {"doubt", event.derived->doubt}};
  return json;
}

Json json_of(const model::CountedRun& run, const std::vector<model::Metric>& events, int status) {
  Json counts = Json::array();
  for (std::size_t i = 0; i < run.counts.size(); ++i) {
    const auto& count = run.counts[i];
    const bool counted = count.status == model::CountStatus::kCounted;
    counts.push_back({{"event", events[i].name},
                      {"status", std::string(text_of(count.status))},
                      {"value", counted ? json_of(count.value) : Json()},
                      {"running_share", count.running_share}});
  }
  return {{"exit_code", status},
          {"elapsed", run.elapsed_s},
          {"user", run.user_s},
          {"system", run.system_s},
          {"counts", std::move(counts)}};
}

}  // namespace

std::string count_json(const model::CountReport& report, const model::CountedRuns& counted,
                       const std::vector<int>& statuses, std::string_view version) {
  Json runs = Json::array();
  for (std::size_t i = 0; i < counted.runs.size(); ++i)
    runs.push_back(json_of(counted.runs[i], counted.events, statuses[i]));
  Json events = Json::array();
  for (const auto& event : report.events) events.push_back(json_of(event));
  Json times = Json::array();
  for (const auto& time : report.times) times.push_back(json_of(time));
  const Json document = {{"schema", 1},
                         {"kab", std::string(version)},
                         {"command", report.command},
                         {"events", std::move(events)},
                         {"times", std::move(times)},
                         {"runs", std::move(runs)},
                         {"remarks", json_of_remarks(report.remarks)}};
  return document_text(document);
}

}  // namespace kab::report
