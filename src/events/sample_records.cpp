#include "events/sample_records.h"

#include <type_traits>
#include <utility>

#include <linux/perf_event.h>

namespace kab::events {
namespace {

/// Takes fixed-size values from the front, or nothing once there are too few bytes.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  std::optional<T> take() {
    static_assert(std::is_trivially_copyable_v<T>);
    if (bytes_.size() < sizeof(T)) return std::nullopt;
    T value;
    bytes_.copy(reinterpret_cast<char*>(&value), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
};

struct Ids {  // layouts of the kernel's own
  std::uint32_t pid;
  std::uint32_t tid;
};
struct Tail {
  Ids ids;
  std::uint64_t time;
};
struct Map2 {
  Ids ids;
  std::uint64_t address;
  std::uint64_t length;
  std::uint64_t offset;
  std::uint32_t major;
  std::uint32_t minor;
  std::uint64_t inode;
  std::uint64_t generation;
  std::uint32_t protection;
  std::uint32_t flags;
};
struct Task {
  std::uint32_t pid;
  std::uint32_t parent_pid;
  std::uint32_t tid;
  std::uint32_t parent_tid;
};
struct Lost {
  std::uint64_t id;
  std::uint64_t count;
};

std::string text_before_zero(std::string_view bytes) {
  return std::string(bytes.substr(0, bytes.find('\0')));
}

SampledMode mode_of(std::uint16_t misc) {
  switch (misc & PERF_RECORD_MISC_CPUMODE_MASK) {
    case PERF_RECORD_MISC_KERNEL:
      return SampledMode::kKernel;
    case PERF_RECORD_MISC_USER:
      return SampledMode::kUser;
    default:
      return SampledMode::kOther;
  }
}

/// Callers, each in the mode that the marker before it names (PERF_CONTEXT_KERNEL, …).
void add_callers(Reader& reader, SampleRecord& sample) {
  const auto count = reader.take<std::uint64_t>().value_or(0);
  auto mode = sample.chain.front().mode;
  bool is_first = true;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto address = reader.take<std::uint64_t>();
    if (!address) return;
    if (*address >= PERF_CONTEXT_MAX) {
      mode = *address == PERF_CONTEXT_KERNEL ? SampledMode::kKernel
             : *address == PERF_CONTEXT_USER ? SampledMode::kUser
                                             : SampledMode::kOther;
      continue;
    }
    // The chain begins with the sampled place itself.
    if (!std::exchange(is_first, false))
      sample.chain.push_back({.address = *address, .mode = mode});
  }
}

std::optional<Record> sample_in(std::string_view body, std::uint16_t misc, Chains chains) {
  Reader reader(body);
  const auto address = reader.take<std::uint64_t>();
  const auto tail = reader.take<Tail>();
  if (!address || !tail) return std::nullopt;
  SampleRecord sample{.pid = tail->ids.pid,
                      .tid = tail->ids.tid,
                      .chain = {{.address = *address, .mode = mode_of(misc)}}};
  if (chains == Chains::kYes) add_callers(reader, sample);
  return Record{.time_ns = tail->time, .what = std::move(sample)};
}

/// `body` without its trailing thread and time, which goes to `time`.
std::string_view without_tail(std::string_view body, std::uint64_t& time) {
  if (body.size() < sizeof(Tail)) return {};
  const auto rest = body.substr(0, body.size() - sizeof(Tail));
  time = Reader(body.substr(rest.size())).take<Tail>()->time;
  return rest;
}

std::optional<Record> other_in(std::uint32_t type, std::uint16_t misc, std::string_view body) {
  Record record;
  Reader reader(without_tail(body, record.time_ns));
  switch (type) {
    case PERF_RECORD_MMAP2:
      if (const auto map = reader.take<Map2>()) {
        record.what = MapRecord{.pid = map->ids.pid,
                                .address = map->address,
                                .length = map->length,
                                .offset = map->offset,
                                .inode = map->inode,
                                .path = text_before_zero(reader.rest())};
        return record;
      }
      return std::nullopt;
    case PERF_RECORD_COMM:
      if (const auto ids = reader.take<Ids>()) {
        record.what = CommRecord{.pid = ids->pid,
                                 .name = text_before_zero(reader.rest()),
                                 .is_exec = (misc & PERF_RECORD_MISC_COMM_EXEC) != 0};
        return record;
      }
      return std::nullopt;
    case PERF_RECORD_FORK:
    case PERF_RECORD_EXIT:
      if (const auto task = reader.take<Task>()) {
        if (type == PERF_RECORD_FORK)
          record.what = ForkRecord{.pid = task->pid, .parent = task->parent_pid};
        else
          record.what = ExitRecord{.pid = task->pid, .tid = task->tid};
        return record;
      }
      return std::nullopt;
    case PERF_RECORD_LOST:
      if (const auto lost = reader.take<Lost>()) {
        record.what = LostRecord{.count = lost->count};
        return record;
      }
      return std::nullopt;
    case PERF_RECORD_THROTTLE:
      record.what = ThrottleRecord{};
      return record;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::uint64_t sample_type_for(Chains chains) {
  return PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
         (chains == Chains::kYes ? std::uint64_t{PERF_SAMPLE_CALLCHAIN} : 0);
}

std::vector<Record> decode_records(std::string_view bytes, Chains chains) {
  std::vector<Record> records;
  while (const auto header = Reader(bytes).take<perf_event_header>()) {
    if (header->size < sizeof *header || header->size > bytes.size()) break;
    const auto body = bytes.substr(sizeof *header, header->size - sizeof *header);
    auto record = header->type == PERF_RECORD_SAMPLE ? sample_in(body, header->misc, chains)
                                                     : other_in(header->type, header->misc, body);
    if (record) records.push_back(std::move(*record));
    bytes.remove_prefix(header->size);
  }
  return records;
}

std::string bytes_between(std::string_view ring, std::uint64_t tail, std::uint64_t head) {
  if (ring.empty() || head < tail || head - tail > ring.size()) return {};
  const auto start = static_cast<std::size_t>(tail % ring.size());
  const auto size = static_cast<std::size_t>(head - tail);
  std::string bytes(ring.substr(start, size));
  bytes.append(ring.substr(0, size - bytes.size()));
  return bytes;
}

}  // namespace kab::events
