#include "wire/guest_channel.h"

#include <gtest/gtest.h>

namespace kab::wire {
namespace {

std::string number(std::uint64_t value) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

std::string memory_with(std::uint64_t state, std::uint64_t used, const std::string& records) {
  std::string memory = std::string(kChannelMagic) + number(state) + number(used);
  memory.resize(kChannelHeader);
  return memory + records + std::string(100, '\0');
}

TEST(GuestChannel, WhatWasEncodedIsReadBackWhateverItsBytes) {
  const GuestRecord output{
      .name = "output", .order = 3, .status = 0, .bytes = std::string("a\nend 1 1 1\n\0b", 14)};
  const GuestRecord end{.name = "end", .order = 3, .status = -9, .bytes = {}};
  const auto records = encode(output) + encode(end);
  const auto channel = read_channel(memory_with(2, records.size(), records));
  EXPECT_EQ(channel.state, GuestState::kFinished);
  EXPECT_EQ(channel.records, (std::vector{output, end}));
}

TEST(GuestChannel, MemoryThatNobodyWroteToIsAbsent) {
  EXPECT_EQ(read_channel(std::string(4096, '\0')).state, GuestState::kAbsent);
  EXPECT_EQ(read_channel("").state, GuestState::kAbsent);
}

TEST(GuestChannel, WhatIsCutShortEndsTheRecords) {
  const auto whole = encode({.name = "output", .order = 1, .status = 0, .bytes = "abc"});
  const auto both = whole + encode({.name = "output", .order = 2, .status = 0, .bytes = "defgh"});
  for (std::size_t used = whole.size(); used < both.size(); ++used) {
    const auto channel = read_channel(memory_with(1, used, both.substr(0, used)));
    EXPECT_EQ(channel.state, GuestState::kStarted);
    EXPECT_EQ(channel.records.size(), 1U) << used;
  }
}

TEST(GuestChannel, NoGuestCanMakeItReadBeyondTheMemory) {
  const auto huge = std::string("output 1 0 18446744073709551615\nabc");
  EXPECT_TRUE(read_channel(memory_with(1, huge.size(), huge)).records.empty());
  EXPECT_TRUE(
      read_channel(memory_with(1, ~std::uint64_t{0}, "no record at all\n")).records.empty());
  const auto minus = std::string("output -1 0 1\nab\n");
  EXPECT_TRUE(read_channel(memory_with(1, minus.size(), minus)).records.empty());
}

}  // namespace
}  // namespace kab::wire
