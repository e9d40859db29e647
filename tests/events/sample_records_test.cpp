// Records of ring buffers, as bytes in the kernel's layout.
#include "events/sample_records.h"

#include <cstring>
#include <string>

#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include "events/made_records.h"
#include "events/sampler.h"

namespace kab::events {
namespace {

using made::bytes_of;
using made::record;
using made::tail;

const std::string kSample = record(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL,
                                   bytes_of(std::uint64_t{0xffffffff81000010}) + tail(7, 8, 500));

TEST(SampleRecords, ASampleHasItsPlaceModeAndTime) {
  const auto records = decode_records(kSample, Chains::kNo);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].time_ns, 500U);
  const auto& sample = std::get<SampleRecord>(records[0].what);
  EXPECT_EQ(sample.pid, 7U);
  EXPECT_EQ(sample.tid, 8U);
  EXPECT_EQ(
      sample.chain,
      (std::vector<SampledPlace>{{.address = 0xffffffff81000010, .mode = SampledMode::kKernel}}));
}

TEST(SampleRecords, CallersHaveTheModeOfTheMarkerBeforeThem) {
  const auto body = bytes_of(std::uint64_t{0xffffffff81000010}) + tail(7, 7, 500) +
                    bytes_of(std::uint64_t{5}) + bytes_of(PERF_CONTEXT_KERNEL) +
                    bytes_of(std::uint64_t{0xffffffff81000010}) +
                    bytes_of(std::uint64_t{0xffffffff81000200}) + bytes_of(PERF_CONTEXT_USER) +
                    bytes_of(std::uint64_t{0x401000});
  const auto records =
      decode_records(record(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL, body), Chains::kYes);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(
      std::get<SampleRecord>(records[0].what).chain,
      (std::vector<SampledPlace>{{.address = 0xffffffff81000010, .mode = SampledMode::kKernel},
                                 {.address = 0xffffffff81000200, .mode = SampledMode::kKernel},
                                 {.address = 0x401000, .mode = SampledMode::kUser}}));
}

TEST(SampleRecords, AChainThatAnnouncesMoreThanItHoldsIsCutThere) {
  const auto body = bytes_of(std::uint64_t{0x401000}) + tail(7, 7, 500) +
                    bytes_of(~std::uint64_t{0}) + bytes_of(std::uint64_t{0x401000});
  const auto records =
      decode_records(record(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, body), Chains::kYes);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(std::get<SampleRecord>(records[0].what).chain.size(), 1U);
}

TEST(SampleRecords, WhatTellsOfProcessesIsRead) {
  const auto bytes = made::map(7, 0x400000, 0x1000, 0x2000, "/bin/true", 10) +
                     made::comm(7, "true", PERF_RECORD_MISC_COMM_EXEC, 11) +
                     made::task(PERF_RECORD_FORK, 9, 7, 12) +
                     made::task(PERF_RECORD_EXIT, 9, 7, 13) + made::lost(42, 14) +
                     record(PERF_RECORD_THROTTLE, 0, std::string(24, '\0') + tail(7, 7, 15));
  const auto records = decode_records(bytes, Chains::kNo);
  ASSERT_EQ(records.size(), 6U);
  const auto& map = std::get<MapRecord>(records[0].what);
  EXPECT_EQ(map.path, "/bin/true");
  EXPECT_EQ(map.address, 0x400000U);
  EXPECT_EQ(map.length, 0x1000U);
  EXPECT_EQ(map.offset, 0x2000U);
  EXPECT_EQ(std::get<CommRecord>(records[1].what).name, "true");
  EXPECT_TRUE(std::get<CommRecord>(records[1].what).is_exec);
  EXPECT_EQ(std::get<ForkRecord>(records[2].what).parent, 7U);
  EXPECT_EQ(std::get<ExitRecord>(records[3].what).pid, 9U);
  EXPECT_EQ(std::get<LostRecord>(records[4].what).count, 42U);
  EXPECT_TRUE(std::holds_alternative<ThrottleRecord>(records[5].what));
  for (std::size_t i = 0; i < records.size(); ++i) EXPECT_EQ(records[i].time_ns, 10 + i);
}

TEST(SampleRecords, UnknownTypesArePassedOver) {
  const auto records = decode_records(record(99, 0, std::string(16, 'x')) + kSample, Chains::kNo);
  EXPECT_EQ(records.size(), 1U);
}

TEST(SampleRecords, NoBytesLeadBeyondTheirEnd) {
  const auto all = made::map(7, 0x400000, 0x1000, 0, "/bin/true", 10) + kSample + made::lost(1, 2);
  for (std::size_t size = 0; size <= all.size(); ++size)
    EXPECT_LE(decode_records(std::string_view(all).substr(0, size), Chains::kYes).size(), 3U);
  // Any byte may be wrong.
  for (std::size_t at = 0; at < all.size(); ++at)
    for (const char wrong : {'\0', '\x7f', '\xff'}) {
      auto bytes = all;
      bytes[at] = wrong;
      decode_records(bytes, Chains::kYes);
    }
}

TEST(SampleRecords, ARecordOfNoSizeEndsTheReading) {
  EXPECT_TRUE(decode_records(std::string(64, '\0') + kSample, Chains::kNo).empty());
}

TEST(RingBytes, WhatWrapsAroundComesInOnePiece) {
  EXPECT_EQ(bytes_between("abcdefgh", 2, 5), "cde");
  EXPECT_EQ(bytes_between("abcdefgh", 6, 11), "ghabc");
  EXPECT_EQ(bytes_between("abcdefgh", 8 * 1000 + 7, 8 * 1000 + 9), "ha");
  EXPECT_EQ(bytes_between("abcdefgh", 3, 11), "defghabc");
  EXPECT_EQ(bytes_between("abcdefgh", 3, 3), "");
}

TEST(RingBytes, PositionsThatCannotBeTrueGiveNothing) {
  EXPECT_EQ(bytes_between("abcdefgh", 5, 2), "");
  EXPECT_EQ(bytes_between("abcdefgh", 0, 9), "");
  EXPECT_EQ(bytes_between("", 0, 0), "");
}

TEST(Released, RecordsOfSeveralCpusComeInTheOrderOfTheirTimes) {
  std::vector<Record> waiting(4);
  const std::uint64_t times[] = {30, 10, 20, 10};
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    waiting[i].time_ns = times[i];
    waiting[i].what = LostRecord{.count = i};
  }
  const auto first = released(waiting, 30);
  ASSERT_EQ(first.size(), 3U);
  EXPECT_EQ(std::get<LostRecord>(first[0].what).count, 1U);
  EXPECT_EQ(std::get<LostRecord>(first[1].what).count, 3U);
  EXPECT_EQ(std::get<LostRecord>(first[2].what).count, 2U);
  ASSERT_EQ(waiting.size(), 1U);
  EXPECT_EQ(released(waiting, 31).size(), 1U);
}

TEST(SamplerHere, OpensOrSaysWhyNot) {
  const auto sampler = Sampler::open(100, Chains::kYes);
  EXPECT_TRUE(sampler || sampler.error().message.find("sampling by") != std::string::npos);
  const auto too_fast = Sampler::open(1'000'000'000, Chains::kNo);
  ASSERT_FALSE(too_fast.has_value());
  EXPECT_FALSE(too_fast.error().message.empty());
}

}  // namespace
}  // namespace kab::events
