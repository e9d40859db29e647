// What read(2) gives of a group of counters, and a count made of it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/event_counts.h"

namespace kab::events {

/// The read_format of all counters here: PERF_FORMAT_TOTAL_TIME_ENABLED, _TOTAL_TIME_RUNNING, _ID
/// and _GROUP.
std::uint64_t group_read_format();

struct GroupRead {
  struct Value {
    std::uint64_t id = 0;
    std::uint64_t value = 0;
    bool operator==(const Value&) const = default;
  };
  std::uint64_t enabled_ns = 0;
  std::uint64_t running_ns = 0;
  std::vector<Value> values = {};
};

/// Bytes in the layout of perf_event_open(2) for that format. kUnavailable where they are too few
/// for what they announce.
Result<GroupRead> parse_group_read(std::string_view bytes);

/// A count over the whole time that the counter was enabled: where it ran for a part of it only
/// (more events than counters), value * enabled / running, as perf_event_open(2) says. One that
/// never ran was not counted, whatever its value.
model::EventCount count_of(std::uint64_t value, std::uint64_t enabled_ns, std::uint64_t running_ns);

}  // namespace kab::events
