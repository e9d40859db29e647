#include "wire/guest_channel.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/number.h"
#include "base/text.h"

namespace kab::wire {
namespace {

std::uint64_t number_at(std::string_view memory, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 8; i-- > 0;)
    number = number << 8 | static_cast<unsigned char>(memory[at + i]);
  return number;
}

/// The record at the start of `rest`, which is then what follows it.
std::optional<GuestRecord> next_record(std::string_view& rest) {
  constexpr std::size_t kLongestHead = 128;
  const auto end = rest.substr(0, kLongestHead).find('\n');
  if (end == rest.npos) return std::nullopt;
  const auto head = words(rest.substr(0, end));
  if (head.size() != 4) return std::nullopt;
  const auto order = parse_uint(head[1]);
  const auto status = parse_int(head[2]);
  const auto size = parse_uint(head[3]);
  const auto left = rest.size() - end - 1;
  if (!order || !status || !size || *size >= left) return std::nullopt;
  const auto bytes = static_cast<std::size_t>(*size);
  GuestRecord record{.name = std::string(head[0]),
                     .order = *order,
                     .status = *status,
                     .bytes = std::string(rest.substr(end + 1, bytes))};
  rest.remove_prefix(end + 1 + bytes + 1);
  return record;
}

}  // namespace

std::string encode(const GuestRecord& record) {
  return record.name + ' ' + std::to_string(record.order) + ' ' + std::to_string(record.status) +
         ' ' + std::to_string(record.bytes.size()) + '\n' + record.bytes + '\n';
}

GuestChannel read_channel(std::string_view memory) {
  GuestChannel channel;
  if (memory.size() < kChannelHeader || !memory.starts_with(kChannelMagic)) return channel;
  const auto state = number_at(memory, kChannelStateAt);
  const bool finished = state == static_cast<std::uint64_t>(GuestState::kFinished);
  channel.state = finished ? GuestState::kFinished : GuestState::kStarted;
  const auto used =
      std::min<std::uint64_t>(number_at(memory, kChannelUsedAt), memory.size() - kChannelHeader);
  auto rest = memory.substr(kChannelHeader, static_cast<std::size_t>(used));
  while (auto record = next_record(rest)) channel.records.push_back(std::move(*record));
  return channel;
}

}  // namespace kab::wire
