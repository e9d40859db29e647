// Records of a perf ring buffer, made by hand (perf_event_open(2), "MMAP layout").
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include <linux/perf_event.h>

namespace kab::events::made {

template <class T>
std::string bytes_of(T value) {
  static_assert(std::is_trivially_copyable_v<T>);
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  return {raw, sizeof raw};
}

/// Thread and time, as each record ends with.
inline std::string tail(std::uint32_t pid, std::uint32_t tid, std::uint64_t time_ns) {
  return bytes_of(pid) + bytes_of(tid) + bytes_of(time_ns);
}

inline std::string record(std::uint32_t type, std::uint16_t misc, const std::string& body) {
  const auto size = static_cast<std::uint16_t>(sizeof(perf_event_header) + body.size());
  return bytes_of(type) + bytes_of(misc) + bytes_of(size) + body;
}

/// Text with zero bytes up to a multiple of eight.
inline std::string padded(std::string_view text) {
  return std::string(text) + std::string(8 - text.size() % 8, '\0');
}

inline std::string map(std::uint32_t pid, std::uint64_t address, std::uint64_t length,
                       std::uint64_t offset, std::string_view path, std::uint64_t time_ns) {
  return record(PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER,
                bytes_of(pid) + bytes_of(pid) + bytes_of(address) + bytes_of(length) +
                    bytes_of(offset) + std::string(8, '\0') + bytes_of(std::uint64_t{77}) +
                    std::string(16, '\0') + padded(path) + tail(pid, pid, time_ns));
}

inline std::string comm(std::uint32_t pid, std::string_view name, std::uint16_t misc,
                        std::uint64_t time_ns) {
  return record(PERF_RECORD_COMM, misc,
                bytes_of(pid) + bytes_of(pid) + padded(name) + tail(pid, pid, time_ns));
}

/// PERF_RECORD_FORK or PERF_RECORD_EXIT of a process.
inline std::string task(std::uint32_t type, std::uint32_t pid, std::uint32_t parent,
                        std::uint64_t time_ns) {
  return record(type, 0,
                bytes_of(pid) + bytes_of(parent) + bytes_of(pid) + bytes_of(parent) +
                    bytes_of(time_ns) + tail(parent, parent, time_ns));
}

inline std::string lost(std::uint64_t count, std::uint64_t time_ns) {
  return record(PERF_RECORD_LOST, 0,
                bytes_of(std::uint64_t{1}) + bytes_of(count) + tail(0, 0, time_ns));
}

}  // namespace kab::events::made
