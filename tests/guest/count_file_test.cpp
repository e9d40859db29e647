#include "guest/count_file.h"

#include <gtest/gtest.h>

#include "guest/functions.h"

namespace kab::guest {
namespace {

constexpr std::uint64_t kText = 0xffffffff81000000;

CountedRegion region() {
  return {.order = 3,
          .region = 1,
          .user = 17,
          .kernel = 460,
          .user_strings = 5,
          .kernel_strings = 4096,
          .addresses = {{kText, 20}, {kText + 4, 20}, {kText + 0x100, 20}, {kText + 0x104, 400}},
          .strings = {{kText + 0x104, 4096}}};
}

std::string file_of(const std::vector<CountedRegion>& regions) {
  std::string bytes(kCountMagic);
  for (const auto& one : regions) bytes += encode(one);
  return bytes;
}

TEST(CountFile, ReadsWhatWasWritten) {
  const CountedRegion empty{};
  EXPECT_EQ(read_counts(file_of({region(), empty, region()})).value(),
            (std::vector{region(), empty, region()}));
  EXPECT_TRUE(read_counts(kCountMagic).value().empty());
}

TEST(CountFile, IsAsTheManualSaysByteByByte) {
  const CountedRegion one{
      .order = 1, .region = 2, .user = 300, .kernel = 7, .addresses = {{129, 7}}};
  EXPECT_EQ(encode(one), std::string("\x0c\x01\x02\xac\x02\x07\x00\x00\x01\x81\x01\x07\x00", 13));
}

TEST(CountFile, LeavesOutWhatAGuestThatWasKilledDidNotFinish) {
  const auto whole = file_of({region(), region()});
  const auto one = file_of({region()});
  for (auto size = one.size(); size < whole.size(); ++size)
    EXPECT_EQ(read_counts(whole.substr(0, size)).value().size(), 1U) << size;
}

TEST(CountFile, RefusesWhatNoPluginWrote) {
  EXPECT_FALSE(read_counts(""));
  EXPECT_FALSE(read_counts("kabcount2\n"));
  EXPECT_NE(read_counts("").error().message.find("wrote nothing"), std::string::npos);
}

TEST(CountFile, RefusesARecordThatDoesNotFillItsLength) {
  EXPECT_FALSE(read_counts(std::string(kCountMagic) + '\x01' + '\x05'));
  EXPECT_FALSE(read_counts(std::string(kCountMagic) + std::string("\x09\0\0\0\0\0\0\0\0\0", 10)));
  // A number of more than 64 bits, a list that says to be longer than its record.
  EXPECT_FALSE(read_counts(std::string(kCountMagic) + '\x0b' + std::string(11, '\xff')));
  EXPECT_FALSE(read_counts(std::string(kCountMagic) + std::string("\x08\0\0\0\0\0\0\x7f\0", 9)));
}

sys::KernelSymbols symbols() {
  return sys::KernelSymbols({{.address = kText, .type = 'T', .name = "do_work"},
                             {.address = kText + 0x100, .type = 't', .name = "asm_exc_page_fault"},
                             {.address = kText + 0x200, .type = 'T', .name = "__switch_to_asm"},
                             {.address = kText + 0x300, .type = 'D', .name = "some_table"}});
}

TEST(Functions, AreSumsOverTheirAddressesWithCallsAtTheirFirst) {
  EXPECT_EQ(
      functions_of(region(), symbols()),
      (std::vector<model::FunctionCount>{{.name = "asm_exc_page_fault",
                                          .instructions = 420,
                                          .calls = 20,
                                          .string_iterations = 4096},
                                         {.name = "do_work", .instructions = 40, .calls = 20}}));
}

TEST(Functions, KeepCodeThatNoSymbolCovers) {
  CountedRegion odd;
  odd.addresses = {{0x1000, 3}, {kText + 0x304, 2}};
  EXPECT_EQ(functions_of(odd, symbols()), (std::vector<model::FunctionCount>{{.instructions = 5}}));
}

TEST(Functions, OfOneNameAreOneAndThoseOfModulesAreApart) {
  const sys::KernelSymbols several(
      {{.address = kText, .type = 't', .name = "init"},
       {.address = kText + 8, .type = 't', .name = "init"},
       {.address = kText + 16, .type = 't', .name = "init", .module = "ext4"}});
  CountedRegion one;
  one.addresses = {{kText, 1}, {kText + 8, 2}, {kText + 16, 4}};
  const auto found = functions_of(one, several);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].instructions, 3U);
  EXPECT_EQ(found[0].calls, 3U);
  EXPECT_EQ(found[1].module, "ext4");
}

TEST(Happened, IsNotZeroWhereTheKernelHasNoSuchFunction) {
  const auto happened = happened_in(functions_of(region(), symbols()), symbols());
  EXPECT_EQ(happened.page_faults, 20U);
  EXPECT_EQ(happened.context_switches, 0U);
  EXPECT_EQ(happened.interrupts, std::nullopt);
}

}  // namespace
}  // namespace kab::guest
