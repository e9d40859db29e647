// Records of a perf ring buffer, read from bytes: samples, and what has to be known to find out
// where they fell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kab::events {

enum class SampledMode { kKernel, kUser, kOther };  // kOther: hypervisor, guest, not known

struct SampledPlace {
  std::uint64_t address = 0;
  SampledMode mode = SampledMode::kOther;

  bool operator==(const SampledPlace&) const = default;
};

struct SampleRecord {
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
  /// The place itself, then its callers where call chains are taken.
  std::vector<SampledPlace> chain;
};
struct MapRecord {  // an executable mapping has appeared
  std::uint32_t pid = 0;
  std::uint64_t address = 0;
  std::uint64_t length = 0;
  std::uint64_t offset = 0;  // in the file
  std::uint64_t inode = 0;
  std::string path;  // "[vdso]", "//anon" for those without a file
};
struct CommRecord {
  std::uint32_t pid = 0;
  std::string name;
  bool is_exec = false;  // the process runs another program from now on
};
struct ForkRecord {
  std::uint32_t pid = 0;
  std::uint32_t parent = 0;  // the same as pid for a new thread
};
struct ExitRecord {
  std::uint32_t pid = 0;
  std::uint32_t tid = 0;
};
struct LostRecord {
  std::uint64_t count = 0;  // records that found no room
};
struct ThrottleRecord {};  // the kernel has stopped sampling until its next tick

struct Record {
  std::uint64_t time_ns = 0;  // CLOCK_MONOTONIC
  std::variant<SampleRecord, MapRecord, CommRecord, ForkRecord, ExitRecord, LostRecord,
               ThrottleRecord>
      what;
};

enum class Chains { kNo, kYes };

/// What every sampling event here asks for: PERF_SAMPLE_IP, _TID, _TIME, and _CALLCHAIN with kYes;
/// with sample_id_all, so that every record ends with thread and time.
std::uint64_t sample_type_for(Chains chains);

/// The whole records that `bytes` starts with, in their order (perf_event_open(2), "MMAP layout").
/// Types that are not of interest are passed over, and so is what is malformed; a record whose size
/// cannot be true ends the reading.
std::vector<Record> decode_records(std::string_view bytes, Chains chains);

/// The bytes between `tail` and `head`, both ever-growing positions, of a ring whose bytes are
/// `ring`: what wraps around comes in one piece. Empty where head and tail cannot be true.
std::string bytes_between(std::string_view ring, std::uint64_t tail, std::uint64_t head);

}  // namespace kab::events
