// Reads of counters as the kernel lays them out.
#include "events/group_read.h"

#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace kab::events {
namespace {

using model::CountStatus;

std::string bytes_of(std::initializer_list<std::uint64_t> words) {
  std::string bytes;
  for (const auto word : words) {
    char raw[sizeof word];
    std::memcpy(raw, &word, sizeof word);
    bytes.append(raw, sizeof raw);
  }
  return bytes;
}

TEST(GroupRead, HoldsTimesAndTheValueOfEachCounterById) {
  const auto read = parse_group_read(bytes_of({2, 3'000'000, 1'500'000, 7'000, 41, 9'000, 42}));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->enabled_ns, 3'000'000U);
  EXPECT_EQ(read->running_ns, 1'500'000U);
  EXPECT_EQ(read->values, (std::vector<GroupRead::Value>{{.id = 41, .value = 7'000},
                                                         {.id = 42, .value = 9'000}}));
}

TEST(GroupRead, OneThatAnnouncesMoreThanItHoldsIsRefused) {
  const auto whole = bytes_of({2, 1, 1, 7, 41, 9, 42});
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(parse_group_read(std::string_view(whole).substr(0, size)).has_value()) << size;
  EXPECT_FALSE(parse_group_read(bytes_of({~0ULL, 1, 1})).has_value());
  EXPECT_FALSE(parse_group_read(bytes_of({0x8000000000000001ULL, 1, 1, 7, 41})).has_value());
}

TEST(CountOf, ACounterThatRanAllTheTimeGivesItsValueAndAZeroStaysOne) {
  EXPECT_EQ(count_of(12345, 500, 500),
            (model::EventCount{.status = CountStatus::kCounted, .value = 12345}));
  const auto zero = count_of(0, 500, 500);
  EXPECT_EQ(zero.status, CountStatus::kCounted);
  EXPECT_EQ(zero.value, 0);
}

TEST(CountOf, OneThatRanForAPartIsScaledAndSaysSo) {
  const auto count = count_of(1000, 4'000'000, 1'000'000);
  EXPECT_EQ(count.status, CountStatus::kCounted);
  EXPECT_DOUBLE_EQ(count.value, 4000);
  EXPECT_DOUBLE_EQ(count.running_share, 0.25);
}

TEST(CountOf, OneThatNeverRanWasNotCounted) {
  const auto squeezed_out = count_of(0, 4'000'000, 0);
  EXPECT_EQ(squeezed_out.status, CountStatus::kNotCounted);
  EXPECT_NE(squeezed_out.reason, "");
  EXPECT_EQ(count_of(0, 0, 0).status, CountStatus::kNotCounted);
  EXPECT_NE(count_of(0, 0, 0).reason, squeezed_out.reason);
}

}  // namespace
}  // namespace kab::events
