// Samples into functions: processes that fork, run other programs and end, names from symbols.
#include "inspect/profile_counter.h"

#include <gtest/gtest.h>

namespace kab::inspect {
namespace {

using events::Record;
using events::SampledMode;

constexpr std::uint64_t kKernelAddress = 0xffffffff81000010;

Symbols symbols() {
  return {.kernel = sys::parse_kallsyms("ffffffff81000000 T copy_page\n"
                                        "ffffffff81000100 T vfs_read\n"
                                        "ffffffffc0000000 t ext4_read\t[ext4]\n",
                                        "a text"),
          .user = UserSymbols("/no/debug/files")};
}

Record sample(std::uint32_t pid, std::uint64_t address, SampledMode mode) {
  return {.time_ns = 0,
          .what = events::SampleRecord{.pid = pid, .tid = pid, .chain = {{address, mode}}}};
}
Record map(std::uint32_t pid, std::uint64_t address, std::string path) {
  return {.time_ns = 0,
          .what = events::MapRecord{
              .pid = pid, .address = address, .length = 0x1000, .path = std::move(path)}};
}
Record fork(std::uint32_t pid, std::uint32_t parent) {
  return {.time_ns = 0, .what = events::ForkRecord{.pid = pid, .parent = parent}};
}
Record exec(std::uint32_t pid, std::string name) {
  return {.time_ns = 0,
          .what = events::CommRecord{.pid = pid, .name = std::move(name), .is_exec = true}};
}

std::vector<model::ProfileRow> rows_of(const std::vector<Record>& records) {
  ProfileCounter counter;
  for (const auto& record : records) counter.add(record);
  auto names = symbols();
  return counter.rows(0, names);
}

TEST(ProfileCounter, KernelSamplesAreCountedByFunctionAndModule) {
  const auto rows = rows_of({sample(1, kKernelAddress, SampledMode::kKernel),
                             sample(2, kKernelAddress + 4, SampledMode::kKernel),
                             sample(1, 0xffffffffc0000020, SampledMode::kKernel)});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0],
            (model::ProfileRow{.sample = 0, .dso = "[kernel]", .symbol = "copy_page", .count = 2}));
  EXPECT_EQ(rows[1].dso, "[ext4]");
}

TEST(ProfileCounter, WithoutKernelSymbolsTheSamplesAreStillTheKernels) {
  ProfileCounter counter;
  counter.add(sample(1, kKernelAddress, SampledMode::kKernel));
  Symbols none{.kernel = fail_unavailable("hidden"), .user = UserSymbols("/no/debug/files")};
  const auto rows = counter.rows(0, none);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].dso, "[kernel]");
  EXPECT_EQ(rows[0].symbol, "");
}

TEST(ProfileCounter, AChildHasTheMappingsOfItsParentUntilItRunsAnotherProgram) {
  const auto rows =
      rows_of({map(1, 0x400000, "/no/such/parent"), fork(2, 1),
               sample(2, 0x400010, SampledMode::kUser), exec(2, "child"),
               map(2, 0x400000, "/no/such/child"), sample(2, 0x400010, SampledMode::kUser),
               sample(2, 0x400020, SampledMode::kUser), sample(1, 0x400010, SampledMode::kUser)});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].dso, "/no/such/child");
  EXPECT_EQ(rows[0].count, 2U);
  EXPECT_EQ(rows[1].dso, "/no/such/parent");
  EXPECT_EQ(rows[1].count, 2U);
}

TEST(ProfileCounter, ANewMappingReplacesWhatLayThere) {
  const auto rows = rows_of({map(1, 0x400000, "/no/such/old"), map(1, 0x400000, "/no/such/new"),
                             sample(1, 0x400010, SampledMode::kUser)});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].dso, "/no/such/new");
}

TEST(ProfileCounter, AProcessThatHasEndedHasNoMappings) {
  const auto rows = rows_of({map(1, 0x400000, "/no/such/old"),
                             {.time_ns = 0, .what = events::ExitRecord{.pid = 1, .tid = 2}},
                             sample(1, 0x400010, SampledMode::kUser),
                             {.time_ns = 0, .what = events::ExitRecord{.pid = 1, .tid = 1}},
                             sample(1, 0x400010, SampledMode::kUser)});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].count + rows[1].count, 2U);
  EXPECT_NE(rows[0].dso, rows[1].dso);
}

TEST(ProfileCounter, CodeWithoutAFileIsAnonymous) {
  const auto rows = rows_of({map(1, 0x400000, "//anon"), sample(1, 0x400010, SampledMode::kUser),
                             sample(1, 0x900000, SampledMode::kUser)});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].dso, "[anonymous]");
  EXPECT_EQ(rows[0].count, 2U);
}

TEST(ProfileCounter, The32BitVdsoIsNotTakenForKabsOwn) {
  const auto rows =
      rows_of({map(1, 0xf7f00000, "[vdso]"), sample(1, 0xf7f00800, SampledMode::kUser)});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].dso, "[vdso32]");
  EXPECT_EQ(rows[0].symbol, "");
}

TEST(ProfileCounter, WhatWasLostOrHeldBackIsCounted) {
  ProfileCounter counter;
  counter.add({.time_ns = 0, .what = events::LostRecord{.count = 40}});
  counter.add({.time_ns = 0, .what = events::LostRecord{.count = 2}});
  counter.add({.time_ns = 0, .what = events::ThrottleRecord{}});
  EXPECT_EQ(counter.lost(), 42U);
  EXPECT_EQ(counter.throttled(), 1U);
  EXPECT_EQ(counter.samples(), 0U);
}

TEST(ProfileCounter, StacksBeginWithTheProcessAndEndInTheSampledFunction) {
  ProfileCounter counter;
  counter.add(exec(1, "reader"));
  counter.add(
      {.time_ns = 0,
       .what = events::SampleRecord{.pid = 1,
                                    .tid = 1,
                                    .chain = {{kKernelAddress, SampledMode::kKernel},
                                              {0xffffffff81000110, SampledMode::kKernel}}}});
  auto names = symbols();
  const auto stacks = counter.stacks(names);
  ASSERT_EQ(stacks.size(), 1U);
  EXPECT_EQ(stacks[0].frames, (std::vector<std::string>{"reader", "vfs_read", "copy_page"}));
  EXPECT_EQ(stacks[0].count, 1U);
}

}  // namespace
}  // namespace kab::inspect
