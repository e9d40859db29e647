// Events by name: what perf_event_open(2) is to be asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/event_counts.h"

namespace kab::events {

/// Which mode of the CPU counts.
enum class Mode { kBoth, kUser, kKernel };

struct Event {
  std::string name;        // as the user gave it: "cycles:k"
  std::uint32_t type = 0;  // PERF_TYPE_HARDWARE, …
  std::uint64_t config = 0;
  std::uint64_t config1 = 0;
  std::uint64_t config2 = 0;
  Mode mode = Mode::kBoth;
  std::size_t group = 0;  // events of one number are counted in the same moments
  /// Set where it is known beforehand that there is nothing to open, with the reason.
  std::optional<model::EventCount> missing = {};
};

/// "cycles:u,{cycles,instructions}:k,sched:sched_switch": names that libpfm4 or the kernel knows,
/// each with :u, :k or both behind it; braces make a group. Every other event is a group of its
/// own. kInput for a name that neither knows, with the nearest one, and for text of another form.
Result<std::vector<Event>> parse_events(std::string_view text);

/// The parts of such a list that are apart from each other: "cycles:u", "{cycles,instructions}:k".
/// kInput for a brace that is not closed and a comma that nothing follows.
Result<std::vector<std::string>> event_items(std::string_view text);

/// What kab stat counts when nothing is asked for.
std::string_view default_events();

/// The event's metric over a whole run: clocks in ns, everything else in "events", lower is better.
model::Metric metric_of(const Event& event);

/// Lower, where more of it is a cost whatever was done: time, cycles, instructions, faults,
/// switches, migrations, misses. Nothing for the others: more branches, loads or tracepoints may be
/// what was wanted.
std::optional<model::Better> direction_of(const Event& event);

/// The event of a tracepoint ("sched", "sched_switch"), by the id that tracefs shows in `folder`
/// ("/sys/kernel/tracing/events"). Where the folder cannot be read the event is `missing`; kInput
/// where it can and holds no such tracepoint.
Result<Event> tracepoint(std::string_view system, std::string_view name, const std::string& folder);

/// "cycles" of "cycles:k" or "{cycles}:k": the name without mode letters.
std::string_view base_name(std::string_view name);

}  // namespace kab::events
