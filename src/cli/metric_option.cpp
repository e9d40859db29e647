#include "cli/metric_option.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "events/pfm.h"
#include "model/metric.h"

namespace kab::cli {
namespace {

std::vector<std::string_view> measured_names() {
  std::vector<std::string_view> names;
  for (const auto& metric : model::known_metrics()) names.push_back(metric.name);
  return names;
}

Error unknown_metric(const std::string& name) {
  const auto events = events::known_names();
  auto names = measured_names();
  names.insert(names.end(), events.begin(), events.end());
  const auto near = nearest(name, names);
  return {ErrorKind::kInput, "unknown metric " + in_quotes(name) +
                                 (near.empty() ? "" : "; did you mean " + std::string(near) + "?") +
                                 " (kab list metrics shows those that are measured anyway, "
                                 "docs/events.md tells which events can be counted)"};
}

}  // namespace

void add_metric_option(CLI::App& command, std::vector<std::string>& texts,
                       const std::string& meaning) {
  command.add_option("--metric", texts, meaning)->type_name("M,...")->allow_extra_args(false);
}

Result<NamedMetrics> named_metrics(const std::vector<std::string>& texts) {
  NamedMetrics named;
  if (texts.empty()) return named;
  KAB_TRY(const auto items, events::event_items(joined(texts, ",")));
  const auto measured = measured_names();
  std::vector<std::string> events;
  for (const auto& item : items) {
    // "instructions" is both: of guests it is measured anyway, of live samples it is counted.
    const bool is_event = item.starts_with('{') || events::parse_events(item).has_value();
    if (!is_event && std::ranges::find(measured, item) == measured.end())
      return std::unexpected(unknown_metric(item));
    (is_event ? events : named.measured).push_back(item);
  }
  if (!events.empty()) {
    KAB_TRY(named.events, events::parse_events(joined(events, ",")));
  }
  const bool counts_first = named.measured.empty() || items.front() != named.measured.front();
  named.first = counts_first ? named.events.front().name : named.measured.front();
  return named;
}

}  // namespace kab::cli
