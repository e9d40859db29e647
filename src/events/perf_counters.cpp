#include "events/perf_counters.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include "events/group_read.h"
#include "events/perf_open.h"

namespace kab::events {
namespace {

Result<GroupRead> read_group(int fd, std::size_t members) {
  std::string bytes((3 + 2 * members) * sizeof(std::uint64_t), '\0');
  const ssize_t got = ::read(fd, bytes.data(), bytes.size());
  if (got < 0) return fail_unavailable("cannot read a counter: " + errno_text(errno));
  return parse_group_read(std::string_view(bytes).substr(0, static_cast<std::size_t>(got)));
}

}  // namespace

PerfCounters::PerfCounters(std::vector<Event> events)
    : events_(std::move(events)), asker_(this_process()) {
  for (const auto& event : events_) metrics_.push_back(metric_of(event));
}

PerfCounters::Counter PerfCounters::open(const Event& event, int leader) const {
  if (event.missing) return {.fd = Fd(), .refusal = *event.missing};
  auto attr = attr_of(event);
  attr.read_format = group_read_format();
  attr.inherit = 1;
  if (leader < 0) {
    attr.disabled = 1;
    attr.enable_on_exec = 1;
  }
  Counter counter{.fd = open_on_this_thread(attr, -1, leader)};
  if (!counter.fd) {
    counter.refusal = refusal_of(event, errno, asker_);
    return counter;
  }
  ::ioctl(counter.fd.get(), PERF_EVENT_IOC_ID, &counter.id);
  return counter;
}

void PerfCounters::begin() {
  counters_.clear();
  int leader = -1;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (i > 0 && events_[i].group != events_[i - 1].group) leader = -1;
    counters_.push_back(open(events_[i], leader));
    if (leader < 0) leader = counters_.back().fd.get();
  }
}

std::vector<model::EventCount> PerfCounters::end() {
  std::vector<model::EventCount> counts;
  Result<GroupRead> read = GroupRead{};
  std::size_t of_group = events_.size();
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    if (!counters_[i].fd) {
      counts.push_back(counters_[i].refusal);
      continue;
    }
    // The first of a group that is open leads it, and is read for all of it.
    if (of_group != events_[i].group) read = read_group(counters_[i].fd.get(), events_.size());
    of_group = events_[i].group;
    if (!read) {
      counts.push_back({.reason = read.error().message});
      continue;
    }
    const auto value = std::ranges::find(read->values, counters_[i].id, &GroupRead::Value::id);
    counts.push_back(value == read->values.end()
                         ? model::EventCount{.reason = "its counter gave no value"}
                         : count_of(value->value, read->enabled_ns, read->running_ns));
  }
  counters_.clear();
  return counts;
}

std::vector<model::EventCount> PerfCounters::probe() {
  begin();
  std::vector<model::EventCount> there;
  for (const auto& counter : counters_)
    there.push_back(counter.fd ? model::EventCount{.status = model::CountStatus::kCounted}
                               : counter.refusal);
  counters_.clear();
  return there;
}

}  // namespace kab::events
