// Kernel symbols from text, and the reasons when there are none.
#include "sys/kallsyms.h"

#include <string>

#include <gtest/gtest.h>

#include "sys/scratch.h"

namespace kab::sys {
namespace {

constexpr std::string_view kText =
    "0000000000000000 A fixed_percpu_data\n"
    "ffffffff81000000 T _text\n"
    "ffffffff81000000 T first_code\n"
    "ffffffff81000000 t a_local_one\n"
    "ffffffff81000100 t copy_page\n"
    "ffffffff81000200 W weak_one\n"
    "ffffffff81000300 D some_table\n"
    "ffffffffc0001000 t ext4_read\t[ext4]\n"
    "ffffffffc0002000 t bpf_prog_1_count\t[bpf]\n";

KernelSymbols parsed(std::string_view text) {
  auto symbols = parse_kallsyms(text, "a text");
  EXPECT_TRUE(symbols.has_value());
  return symbols ? std::move(*symbols) : KernelSymbols({});
}

std::string name_at(const KernelSymbols& symbols, std::uint64_t address) {
  const auto* symbol = symbols.at(address);
  return symbol == nullptr ? "none" : symbol->name;
}

TEST(Kallsyms, AnAddressLiesInTheNearestSymbolBelow) {
  const auto symbols = parsed(kText);
  EXPECT_EQ(name_at(symbols, 0xffffffff81000100), "copy_page");
  EXPECT_EQ(name_at(symbols, 0xffffffff810001ff), "copy_page");
  EXPECT_EQ(name_at(symbols, 0xffffffff81000200), "weak_one");
}

TEST(Kallsyms, OfSeveralAtOnePlaceTheGlobalOneWithoutUnderscoresNamesIt) {
  EXPECT_EQ(name_at(parsed(kText), 0xffffffff81000010), "first_code");
}

TEST(Kallsyms, WhatIsNotCodeHasNoName) {
  const auto symbols = parsed(kText);
  EXPECT_EQ(name_at(symbols, 0x10), "none");
  EXPECT_EQ(name_at(symbols, 0xffffffff81000310), "none");
  EXPECT_EQ(name_at(parsed("ffffffff81000000 T one\n"), 0xffffffff80ffffff), "none");
}

TEST(Kallsyms, TheLastSymbolDoesNotReachToTheEndOfMemory) {
  const auto symbols = parsed(kText);
  EXPECT_EQ(name_at(symbols, 0xffffffffc0002fff), "bpf_prog_1_count");
  EXPECT_EQ(name_at(symbols, 0xffffffffff600000), "none");
}

TEST(Kallsyms, ASymbolOfAModuleNamesIt) {
  const auto symbols = parsed(kText);
  ASSERT_NE(symbols.at(0xffffffffc0001010), nullptr);
  EXPECT_EQ(
      *symbols.at(0xffffffffc0001010),
      (KernelSymbol{
          .address = 0xffffffffc0001000, .type = 't', .name = "ext4_read", .module = "ext4"}));
  EXPECT_EQ(symbols.at(0xffffffff81000100)->module, "");
}

TEST(Kallsyms, LinesInAnyOrderAndLinesOfAnotherFormAreNoMatter) {
  const auto symbols = parsed("garbage\n\nffff9000 t b\nzz t x\nffff8000 t a\nffff8800 t c [x\n");
  EXPECT_EQ(symbols.all().size(), 2U);
  EXPECT_EQ(name_at(symbols, 0xffff8900), "a");
}

TEST(Kallsyms, AddressesThatAreAllZeroAreHiddenNotThere) {
  const auto hidden = parse_kallsyms("0000000000000000 T _text\n0000000000000000 t x\n", "it");
  ASSERT_FALSE(hidden.has_value());
  EXPECT_EQ(hidden.error().kind, ErrorKind::kUnavailable);
  const auto none = parse_kallsyms("", "it");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().kind, ErrorKind::kInput);
}

class KallsymsOf : public testing::Test {
 protected:
  std::string root() const { return folder_.path() + "/"; }
  std::string reason(const std::string& restrict_level, const std::string& paranoid) {
    folder_.file("proc/kallsyms", "0000000000000000 T _text\n");
    folder_.file("proc/sys/kernel/kptr_restrict", restrict_level + "\n");
    folder_.file("proc/sys/kernel/perf_event_paranoid", paranoid + "\n");
    const auto symbols = read_kallsyms(root());
    EXPECT_FALSE(symbols.has_value());
    return symbols ? "" : symbols.error().message;
  }
  ScratchFolder folder_;
};

TEST_F(KallsymsOf, ThisMachineSaysWhatHidesThemAndWhatWouldShowThem) {
  const auto plain = reason("1", "2");
  EXPECT_NE(plain.find("kernel.kptr_restrict=1, kernel.perf_event_paranoid=2"), std::string::npos);
  EXPECT_NE(plain.find("CAP_SYSLOG"), std::string::npos);
  EXPECT_NE(plain.find("kptr_restrict to 0"), std::string::npos);
  EXPECT_EQ(reason("0", "3").find("kptr_restrict to"), std::string::npos);
  EXPECT_NE(reason("2", "2").find("kptr_restrict to 1"), std::string::npos);
}

TEST_F(KallsymsOf, AKernelWithoutThemIsNamedByItsOption) {
  const auto symbols = read_kallsyms(root());
  ASSERT_FALSE(symbols.has_value());
  EXPECT_NE(symbols.error().message.find("CONFIG_KALLSYMS"), std::string::npos);
}

TEST_F(KallsymsOf, ShownOnesAreRead) {
  folder_.file("proc/kallsyms", kText);
  const auto symbols = read_kallsyms(root());
  ASSERT_TRUE(symbols.has_value());
  EXPECT_EQ(symbols->all().size(), 7U);
}

}  // namespace
}  // namespace kab::sys
