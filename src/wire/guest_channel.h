// How a guest answers without a driver: records in memory that its kernel leaves alone and that is
// a file of the host. What is complete can be read whatever became of the guest afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kab::wire {

/// One answer. Names: "quiet", "output", "errors", "times", "content", "refused", "end".
struct GuestRecord {
  std::string name = {};
  std::uint64_t order = 0;  // the number of the order it answers, from 0
  std::int64_t status = 0;  // "end": exit code of the process, or minus the signal that ended it
  std::string bytes = {};

  bool operator==(const GuestRecord&) const = default;
};

/// At the start of the channel: magic, then two little-endian numbers of 8 bytes, the state and how
/// many bytes of records follow the header.
inline constexpr std::string_view kChannelMagic = "kabguest";
inline constexpr std::size_t kChannelStateAt = 8;
inline constexpr std::size_t kChannelUsedAt = 16;
inline constexpr std::size_t kChannelHeader = 64;

enum class GuestState : std::uint64_t { kAbsent = 0, kStarted = 1, kFinished = 2 };

struct GuestChannel {
  GuestState state = GuestState::kAbsent;  // kAbsent: the worker never got as far
  std::vector<GuestRecord> records = {};
};

/// "name order status bytes\n", the bytes, and a newline.
std::string encode(const GuestRecord& record);

/// Whatever is in `memory`: records are taken up to the first that is not whole. A guest is not
/// trusted.
GuestChannel read_channel(std::string_view memory);

}  // namespace kab::wire
