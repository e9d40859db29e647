#include "events/command_count.h"

#include <optional>

#include "events/event.h"

namespace kab::events {
namespace {

constexpr double kNsPerSecond = 1e9;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::optional<double> value_in(const rusage& usage, std::string_view event) {
  const auto minor = static_cast<double>(usage.ru_minflt);
  const auto major = static_cast<double>(usage.ru_majflt);
  if (event == "page-faults" || event == "faults") return minor + major;
  if (event == "minor-faults") return minor;
  if (event == "major-faults") return major;
  if (event == "context-switches" || event == "cs")
    return static_cast<double>(usage.ru_nvcsw + usage.ru_nivcsw);
  if (event == "task-clock")
    return (seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime)) * kNsPerSecond;
  return std::nullopt;
}

}  // namespace

void fill_in_from(const rusage& usage, const std::vector<model::Metric>& events,
                  std::vector<model::EventCount>& counts) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i].status != model::CountStatus::kNotPermitted) continue;
    if (const auto value = value_in(usage, events[i].name))
      counts[i] = {.status = model::CountStatus::kCounted,
                   .value = *value,
                   .source = "getrusage",
                   .reason = counts[i].reason};
  }
}

Result<CommandCount> count_command(CounterGroup& counters, const std::vector<std::string>& argv,
                                   sys::CommandOutput output) {
  counters.begin();
  KAB_TRY(auto command, sys::Foreground::start(argv, output));
  const auto end = command.wait();
  CommandCount counted{.status = end.status,
                       .run = {.elapsed_s = static_cast<double>(end.elapsed_ns) / kNsPerSecond,
                               .user_s = seconds_of(end.usage.ru_utime),
                               .system_s = seconds_of(end.usage.ru_stime),
                               .counts = counters.end()}};
  fill_in_from(end.usage, counters.events(), counted.run.counts);
  return counted;
}

}  // namespace kab::events
