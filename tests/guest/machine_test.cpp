#include "guest/machine.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::guest {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> arguments(const Machine& machine) {
  return qemu_arguments(machine, {.kernel = "K",
                                  .initramfs = "I",
                                  .memory = "M",
                                  .plugin_library = "P",
                                  .plugin_output = "O"});
}

std::string after(const std::vector<std::string>& words, const std::string& option) {
  const auto at = std::ranges::find(words, option);
  return at == words.end() || at + 1 == words.end() ? "" : *(at + 1);
}

TEST(Machine, CountingIsByOneThreadThatTakesANanosecondAnInstruction) {
  const auto words = arguments({.kernel = "k"});
  EXPECT_EQ(after(words, "-icount"), "shift=0,sleep=off");
  EXPECT_THAT(after(words, "-accel"), HasSubstr("tcg,thread=single"));
  EXPECT_EQ(after(words, "-smp"), "1");
  EXPECT_EQ(after(words, "-cpu"), "max");
}

TEST(Machine, TimeIsTakenByKvmAloneAndChecksRunAtFullSpeed) {
  const auto timed = arguments({.kernel = "k", .purpose = Purpose::kTime, .cpus = 2});
  EXPECT_EQ(after(timed, "-accel"), "kvm");
  EXPECT_EQ(after(timed, "-cpu"), "host");
  EXPECT_THAT(timed, Not(Contains("-icount")));
  const auto checked = arguments({.kernel = "k", .purpose = Purpose::kCheck, .cpus = 2});
  EXPECT_THAT(after(checked, "-accel"), HasSubstr("thread=multi"));
  EXPECT_THAT(checked, Not(Contains("-icount")));
}

TEST(Machine, SeveralCpusNeedAMachineThatTellsOfThem) {
  EXPECT_THAT(after(arguments({.kernel = "k"}), "-machine"), HasSubstr("microvm"));
  EXPECT_THAT(after(arguments({.kernel = "k", .purpose = Purpose::kCheck, .cpus = 2}), "-machine"),
              HasSubstr("q35"));
}

TEST(Machine, AGuestHasNoNetworkNoDiskAndMayStartNothing) {
  const auto words = arguments({.kernel = "k"});
  EXPECT_THAT(words, Contains("-nodefaults"));
  EXPECT_THAT(words, Contains("-no-user-config"));
  EXPECT_THAT(after(words, "-sandbox"), HasSubstr("spawn=deny"));
  for (const auto* option : {"-netdev", "-nic", "-drive", "-monitor"})
    EXPECT_THAT(words, Not(Contains(option)));
}

TEST(Machine, TheKernelLeavesTheChannelsMemoryAlone) {
  const Machine machine{.kernel = "k", .boot = "vdso=0", .memory_mb = 256};
  EXPECT_EQ(channel_address(machine), std::uint64_t{240} << 20);
  EXPECT_THAT(kernel_command_line(machine), HasSubstr(" memmap=16M$240M vdso=0"));
  EXPECT_THAT(after(arguments(machine), "-object"), HasSubstr("size=256M,share=on,mem-path=M"));
}

TEST(Machine, TheUsersOptionsComeLastSoThatTheyWin) {
  const auto line = kernel_command_line({.kernel = "k", .boot = "panic=5"});
  EXPECT_LT(line.find("panic=-1"), line.find("panic=5"));
  EXPECT_TRUE(line.ends_with("panic=5"));
}

TEST(Machine, TheSeedIsTheBoots) {
  EXPECT_EQ(after(arguments({.kernel = "k", .seed = 77}), "-seed"), "77");
}

TEST(Machine, APluginIsToldWhereItWrites) {
  Machine machine{.kernel = "k"};
  EXPECT_THAT(arguments(machine), Not(Contains("-plugin")));
  machine.plugin = {.library = "/x.so", .arguments = {"begin=4096", "end=4100"}};
  EXPECT_EQ(after(arguments(machine), "-plugin"), "P,begin=4096,end=4100,out=O");
}

TEST(Machine, SeveralCpusAreRefusedWhereInstructionsAreCountedWithTheReason) {
  const auto refused = check_machine({.kernel = "k", .cpus = 2});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().kind, ErrorKind::kInput);
  EXPECT_THAT(refused.error().message, HasSubstr("time lane"));
  EXPECT_TRUE(check_machine({.kernel = "k", .purpose = Purpose::kCheck, .cpus = 2}).has_value());
}

TEST(Machine, MemoryIsToldInMegabytesAndHasLimits) {
  EXPECT_EQ(parse_memory_mb("512M").value(), 512U);
  EXPECT_EQ(parse_memory_mb("300").value(), 300U);
  EXPECT_EQ(parse_memory_mb("1G").value(), 1024U);
  for (const auto* wrong : {"", "M", "12k", "-1", "0", "99999999999"})
    EXPECT_FALSE(parse_memory_mb(wrong).has_value()) << wrong;
  EXPECT_FALSE(check_machine({.kernel = "k", .memory_mb = 64}).has_value());
  EXPECT_FALSE(check_machine({.kernel = "k", .memory_mb = 4096}).has_value());
}

}  // namespace
}  // namespace kab::guest
