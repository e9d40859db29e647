#include "events/event.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include <linux/perf_event.h>
#include <unistd.h>

#include "base/files.h"
#include "base/number.h"
#include "base/text.h"
#include "events/pfm.h"

namespace kab::events {
namespace {

constexpr const char* kTracepoints = "/sys/kernel/tracing/events";

/// A name and what follows its last colon, if that is letters of modes.
struct Worded {
  std::string_view name;
  std::string_view letters;
};

Worded worded(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return {.name = text, .letters = {}};
  const auto letters = text.substr(colon + 1);
  if (letters.empty() || letters.find_first_not_of("uk") != std::string_view::npos)
    return {.name = text, .letters = {}};
  return {.name = text.substr(0, colon), .letters = letters};
}

Mode mode_of(std::string_view letters) {
  const bool user = letters.find('u') != std::string_view::npos;
  const bool kernel = letters.find('k') != std::string_view::npos;
  if (user == kernel) return Mode::kBoth;
  return user ? Mode::kUser : Mode::kKernel;
}

Error unknown_event(std::string_view name) {
  const auto known = known_names();
  const auto near = nearest(name, {known.begin(), known.end()});
  return {ErrorKind::kInput, "there is no event " + in_quotes(name) +
                                 (near.empty() ? "" : "; did you mean " + std::string(near) + "?") +
                                 " (docs/events.md tells which there are)"};
}

Result<Event> event_named(std::string_view name) {
  if (auto encoded = encode(std::string(name))) return std::move(*encoded);
  const auto colon = name.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == name.size())
    return std::unexpected(unknown_event(name));
  auto traced = tracepoint(name.substr(0, colon), name.substr(colon + 1), kTracepoints);
  if (!traced) return std::unexpected(unknown_event(name));
  return traced;
}

Result<Event> event_of(std::string_view text, std::string_view group_letters) {
  const auto own = worded(text);
  if (own.name.empty()) return fail_input("an event is named \"\"; give names between commas");
  KAB_TRY(auto event, event_named(own.name));
  const auto letters = own.letters.empty() ? group_letters : own.letters;
  event.name = std::string(own.name) + (letters.empty() ? "" : ":" + std::string(letters));
  event.mode = mode_of(letters);
  return event;
}

/// The first item of a list and what follows it; an item is a name, or names in braces.
struct Split {
  std::string_view item;
  std::string_view rest;
};

Result<Split> first_item(std::string_view text) {
  const auto close = text.starts_with('{') ? text.find('}') : 0;
  if (close == std::string_view::npos)
    return fail_input("events " + in_quotes(text) + ": a brace is not closed");
  const auto comma = text.find(',', close);
  if (comma == std::string_view::npos) return Split{.item = text, .rest = {}};
  if (comma + 1 == text.size())
    return fail_input("events " + in_quotes(text) + ": nothing follows the last comma");
  return Split{.item = text.substr(0, comma), .rest = text.substr(comma + 1)};
}

Result<void> add_item(std::string_view item, std::size_t group, std::vector<Event>& events) {
  std::string_view inside = item;
  std::string_view letters;
  if (item.starts_with('{')) {
    const auto close = item.find('}');
    inside = item.substr(1, close - 1);
    const auto behind = item.substr(close + 1);
    letters = worded("x" + std::string(behind)).letters;
    if (!behind.empty() && letters.empty())
      return fail_input("events " + in_quotes(item) + ": behind a brace stands :u, :k or a comma");
    letters = behind.empty() ? behind : behind.substr(1);
  }
  for (const auto name : split(inside, ',')) {
    KAB_TRY(auto event, event_of(trimmed(name), letters));
    event.group = group;
    events.push_back(std::move(event));
  }
  return {};
}

bool is_clock(const Event& event) {
  return event.type == PERF_TYPE_SOFTWARE &&
         (event.config == PERF_COUNT_SW_TASK_CLOCK || event.config == PERF_COUNT_SW_CPU_CLOCK);
}

}  // namespace

Result<std::vector<std::string>> event_items(std::string_view text) {
  std::vector<std::string> items;
  auto rest = trimmed(text);
  do {
    KAB_TRY(const auto parts, first_item(rest));
    items.emplace_back(trimmed(parts.item));
    rest = trimmed(parts.rest);
  } while (!rest.empty());
  return items;
}

Result<std::vector<Event>> parse_events(std::string_view text) {
  KAB_TRY(const auto items, event_items(text));
  std::vector<Event> events;
  for (std::size_t group = 0; group < items.size(); ++group)
    KAB_CHECK(add_item(items[group], group, events));
  std::set<std::string> names;
  for (const auto& event : events)
    if (!names.insert(event.name).second)
      return fail_input("event " + in_quotes(event.name) + " is named twice");
  return events;
}

std::string_view default_events() {
  return "task-clock,context-switches,cpu-migrations,page-faults,{cycles,instructions,cycles:k},"
         "{branches,branch-misses}";
}

model::Metric metric_of(const Event& event) {
  return {.name = event.name,
          .unit = is_clock(event) ? "ns" : "events",
          .better = model::Better::kLower};
}

std::optional<model::Better> direction_of(const Event& event) {
  constexpr std::array<std::string_view, 13> kCosts = {
      "task-clock",   "cpu-clock",        "cycles",    "cpu-cycles",   "ref-cycles",
      "instructions", "page-faults",      "faults",    "minor-faults", "major-faults",
      "cs",           "context-switches", "migrations"};
  const auto name = base_name(event.name);
  const bool costs = std::ranges::find(kCosts, name) != kCosts.end() ||
                     name.ends_with("-migrations") || name.ends_with("-switches") ||
                     name.ends_with("-misses");
  return costs ? std::optional(model::Better::kLower) : std::nullopt;
}

Result<Event> tracepoint(std::string_view system, std::string_view name,
                         const std::string& folder) {
  Event event{.name = std::string(system) + ":" + std::string(name), .type = PERF_TYPE_TRACEPOINT};
  if (event.name.find('/') != std::string::npos)
    return fail_input("a tracepoint's name holds no slash: " + in_quotes(event.name));
  if (::access((folder + "/" + std::string(system)).c_str(), X_OK) != 0) {
    const bool hidden = ::access(folder.c_str(), X_OK) != 0;
    if (!hidden) return fail_input("there is no tracepoint " + in_quotes(event.name));
    const bool forbidden = errno == EACCES || errno == EPERM;
    event.missing = {
        .status = forbidden ? model::CountStatus::kNotPermitted : model::CountStatus::kNotSupported,
        .reason =
            "tracepoints are found in " + folder +
            (forbidden ? ", which only root may read" : ", which is not there; mount tracefs")};
    return event;
  }
  const auto id = parse_uint(
      read_line_or_empty(folder + "/" + std::string(system) + "/" + std::string(name) + "/id"));
  if (!id) return fail_input("there is no tracepoint " + in_quotes(event.name));
  event.config = *id;
  return event;
}

std::string_view base_name(std::string_view name) { return worded(name).name; }

}  // namespace kab::events
