#include "cli/shown.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "analysis/by_function.h"
#include "analysis/grouping.h"
#include "analysis/series.h"
#include "analysis/shape.h"
#include "analysis/views.h"
#include "cli/version.h"
#include "model/json.h"
#include "report/by_function.h"
#include "report/loops.h"
#include "report/row.h"
#include "stats/summary.h"

namespace kab::cli {
namespace {

constexpr std::size_t kSketchParts = 24;

struct Place {
  std::uint32_t subject = 0;
  std::uint32_t arm = 0;
  std::uint32_t metric = 0;
};

std::vector<double> values_at(const model::Session& session, const Place& place) {
  return analysis::plain(analysis::values_in_time(session, place.subject, place.metric, place.arm,
                                                  model::Slot::kArm, UINT32_MAX));
}

report::ShownSeries series_of(std::string title, const model::Metric& metric,
                              std::span<const double> values) {
  report::ShownSeries shown{.title = std::move(title), .metric = metric, .n = values.size()};
  if (values.empty()) return shown;
  const auto [low, high] = std::ranges::minmax(values);
  shown.min = low;
  shown.max = high;
  shown.median = stats::median(values);
  shown.spread = stats::relative_spread(values);
  shown.counts = analysis::counts_in_parts(values, low, high, kSketchParts);
  return shown;
}

std::size_t failed_at(const model::Session& session, const Place& place) {
  return static_cast<std::size_t>(
      std::ranges::count_if(session.samples, [&](const model::Sample& sample) {
        return sample.subject == place.subject && sample.arm == place.arm &&
               sample.status == model::SampleStatus::kFailed;
      }));
}

class Shower {
 public:
  Shower(const model::Session& session, std::optional<double> width)
      : session_(session), width_(width) {
    shown_.session = &session;
  }

  report::ShownSession show() {
    for (std::uint32_t subject = 0; subject < session_.subjects.size(); ++subject) {
      model::GroupedDistribution distribution;
      for (std::uint32_t arm = 0; arm < session_.arms.size(); ++arm)
        show_arm(subject, arm, distribution);
      if (width_) shown_.distributions.push_back(std::move(distribution));
    }
    shown_.functions = analysis::by_function(session_);
    return std::move(shown_);
  }

 private:
  void show_arm(std::uint32_t subject, std::uint32_t arm,
                model::GroupedDistribution& distribution) {
    const auto& facts = session_.subjects[subject];
    const auto& name = session_.arms[arm].arm.name;
    const auto title = report::subject_title(facts.name, facts.abi, facts.params) +
                       (session_.arms.size() > 1 || !session_.label.empty() ? ", " + name : "");
    for (std::uint32_t metric = 0; metric < facts.metrics.size(); ++metric) {
      const Place place{.subject = subject, .arm = arm, .metric = metric};
      const auto values = values_at(session_, place);
      auto series = series_of(title, facts.metrics[metric], values);
      series.failed = failed_at(session_, place);
      if (metric == 0 && facts.command.empty()) series.copies = facts.copies;
      shown_.series.push_back(std::move(series));
      if (metric == 0) add_rate(facts, title, name, values, distribution);
    }
  }

  void add_rate(const model::Subject& facts, const std::string& title, const std::string& arm,
                const std::vector<double>& values, model::GroupedDistribution& distribution) {
    const auto rate = analysis::rate_view(facts);
    std::vector<double> seen = values;
    if (rate) {
      for (double& value : seen)
        value = analysis::seen_as(value, facts, facts.metrics.front(), *rate);
      shown_.series.push_back(series_of(title, *rate, seen));
    }
    if (!width_) return;
    distribution.workload = facts.name;
    distribution.metric = rate.value_or(facts.metrics.front());
    distribution.width = *width_;
    distribution.arms.push_back(
        {.name = arm, .n = seen.size(), .groups = analysis::grouped(seen, *width_)});
  }

  const model::Session& session_;
  std::optional<double> width_;
  report::ShownSession shown_;
};

model::Json json_of(const report::ShownSeries& series) {
  model::Json out = {{"title", series.title},
                     {"metric", series.metric.name},
                     {"unit", series.metric.unit},
                     {"better", model::text_of(series.metric.better)},
                     {"n", series.n},
                     {"failed", series.failed}};
  const auto put = [&](const char* key, const std::optional<double>& value) {
    out[key] = value ? model::Json(*value) : model::Json();
  };
  put("min", series.min);
  put("median", series.median);
  put("max", series.max);
  put("spread", series.spread);
  if (series.copies)
    out["user_copies"] = {{"copies", series.copies->copies},
                          {"bytes", series.copies->bytes},
                          {"checked_copies", series.copies->checked_copies},
                          {"checked_bytes", series.copies->checked_bytes}};
  return out;
}

model::Json json_of(const report::ShownSession& shown) {
  const auto& session = *shown.session;
  model::Json arms = model::Json::array();
  for (const auto& record : session.arms) {
    model::Json environment = model::Json::object();
    for (const auto& [key, value] : record.environment) environment[key] = value;
    auto arm = model::json_of(record.arm);
    arm["environment"] = std::move(environment);
    arms.push_back(std::move(arm));
  }
  model::Json series = model::Json::array();
  for (const auto& one : shown.series) series.push_back(json_of(one));
  model::Json events = model::Json::array();
  for (const auto& event : session.events)
    events.push_back({{"at_ns", event.at_ns}, {"code", event.code}, {"text", event.text}});
  const auto blocks = analysis::complete_blocks(session);
  return {{"kind", model::text_of(session.kind)},
          {"label", session.label},
          {"seed", session.seed},
          {"lane", model::text_of(session.lane)},
          {"blocks", blocks},
          {"stopped", model::text_of(session.stopped.value_or(model::Stopped::kInterrupted))},
          {"started", session.started},
          {"worker_build", session.worker_build},
          {"argv", session.argv},
          {"arms", std::move(arms)},
          {"series", std::move(series)},
          {"functions", report::by_function_json(shown.functions)},
          {"events", std::move(events)}};
}

}  // namespace

report::ShownSession shown_session(const model::Session& session,
                                   std::optional<double> group_width) {
  return Shower(session, group_width).show();
}

void add_shown_format(CLI::App& command, ShownFormat& format) {
  static const std::map<std::string, ShownFormat> kFormats = {{"text", ShownFormat::kText},
                                                              {"loops", ShownFormat::kLoops}};
  command
      .add_option("--format", format,
                  "text (default), or loops: a line a batch, as clock benchmarks print them")
      ->type_name("FORMAT")
      ->transform(CLI::CheckedTransformer(kFormats, CLI::ignore_case).description(""));
}

std::string shown_loops(std::span<const report::ShownSession> sessions,
                        const report::RenderOptions& options) {
  std::string text;
  for (const auto& shown : sessions) {
    const auto lines = report::render_loops(*shown.session, options);
    if (!lines.empty()) text += (text.empty() ? "" : "\n") + lines;
  }
  return text.empty() ? "no values in ns/op\n" : text;
}

std::string shown_json(std::string_view path, std::span<const report::ShownSession> sessions) {
  model::Json list = model::Json::array();
  for (const auto& shown : sessions) list.push_back(json_of(shown));
  model::Json document = {{"schema", 1}, {"kab", std::string(version())}};
  // The header of the only session, as trial and compare print theirs.
  if (list.size() == 1)
    for (const char* key : {"seed", "lane", "blocks", "stopped"}) document[key] = list[0][key];
  document["recording"] = std::string(path);
  document["sessions"] = std::move(list);
  return document.dump(2, ' ', false, model::Json::error_handler_t::replace) + "\n";
}

}  // namespace kab::cli
