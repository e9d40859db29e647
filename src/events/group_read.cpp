#include "events/group_read.h"

#include <cstring>
#include <string>

#include <linux/perf_event.h>

namespace kab::events {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

std::uint64_t word_at(std::string_view bytes, std::size_t index) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + index * kWord, kWord);
  return word;
}

}  // namespace

std::uint64_t group_read_format() {
  return PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_ID |
         PERF_FORMAT_GROUP;
}

Result<GroupRead> parse_group_read(std::string_view bytes) {
  constexpr std::size_t kHead = 3;
  const std::size_t there = bytes.size() / kWord;
  const std::uint64_t count = there < kHead ? 0 : word_at(bytes, 0);
  if (there < kHead || count > (there - kHead) / 2)
    return fail_unavailable("a read of counters gave " + std::to_string(bytes.size()) +
                            " bytes, too few for what it announces");
  GroupRead read{.enabled_ns = word_at(bytes, 1), .running_ns = word_at(bytes, 2)};
  for (std::uint64_t i = 0; i < count; ++i)
    read.values.push_back(
        {.id = word_at(bytes, kHead + 2 * i + 1), .value = word_at(bytes, kHead + 2 * i)});
  return read;
}

model::EventCount count_of(std::uint64_t value, std::uint64_t enabled_ns,
                           std::uint64_t running_ns) {
  using model::CountStatus;
  if (running_ns == 0)
    return {.status = CountStatus::kNotCounted,
            .reason = enabled_ns == 0 ? "the command ended before counting began"
                                      : "it never had a counter: others hold them all"};
  if (running_ns >= enabled_ns)
    return {.status = CountStatus::kCounted, .value = static_cast<double>(value)};
  const double share = static_cast<double>(running_ns) / static_cast<double>(enabled_ns);
  return {.status = CountStatus::kCounted,
          .value = static_cast<double>(value) / share,
          .running_share = share};
}

}  // namespace kab::events
