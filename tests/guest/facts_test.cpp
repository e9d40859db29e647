#include "guest/facts.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/files.h"

namespace kab::guest {
namespace {

std::string fact(const model::Environment& environment, std::string_view name) {
  for (const auto& [key, value] : environment)
    if (key == name) return value;
  return "(none)";
}

// Answers to fact_orders() from number 5 on, by path.
wire::GuestChannel answered(const std::vector<std::pair<std::string, std::string>>& contents) {
  wire::GuestChannel channel;
  const auto orders = fact_orders();
  for (const auto& [path, content] : contents) {
    const auto at = std::ranges::find(orders, path, &wire::GuestOrder::path);
    EXPECT_NE(at, orders.end()) << path;
    channel.records.push_back({.name = "content",
                               .order = 5 + static_cast<std::uint64_t>(at - orders.begin()),
                               .status = 0,
                               .bytes = content});
  }
  return channel;
}

TEST(GuestFacts, AreNamedAsThoseOfAnyMachine) {
  const auto channel = answered(
      {{"/proc/sys/kernel/osrelease", "6.12.1-test\n"},
       {"/proc/cmdline", "console=ttyS0 vdso=0\n"},
       {"/sys/devices/system/cpu/vulnerabilities", "meltdown: Not affected\nmds: Mitigation: X\n"},
       {"/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n"}});
  const Kernel kernel{
      .given = "k", .path = {}, .hash = {}, .folder = {}, .config = "CONFIG_HZ=250\n"};
  const auto facts = facts_from(channel, 5, kernel);
  ASSERT_TRUE(facts.has_value()) << facts.error().message;
  EXPECT_EQ(fact(*facts, "kernel.release"), "6.12.1-test");
  EXPECT_EQ(fact(*facts, "kernel.cmdline"), "console=ttyS0 vdso=0");
  EXPECT_EQ(fact(*facts, "cpu.mitigations"), "mds: Mitigation: X | meltdown: Not affected");
  EXPECT_EQ(fact(*facts, "clock.source"), "tsc");
  EXPECT_EQ(fact(*facts, "kernel.hz"), "250");
  EXPECT_EQ(fact(*facts, "cpu.microcode"), "(none)");
}

TEST(GuestFacts, AGuestCannotWriteOutsideOfWhereItIsReadFrom) {
  const auto channel =
      answered({{"/proc/sys/kernel/osrelease", "../../../../tmp/kab-escaped\n"},
                {"/sys/devices/system/cpu/vulnerabilities", "../../escaped: x\n"}});
  const Kernel kernel{
      .given = "k", .path = {}, .hash = {}, .folder = {}, .config = "CONFIG_HZ=250\n"};
  EXPECT_TRUE(facts_from(channel, 5, kernel).has_value());
  EXPECT_FALSE(read_file("/tmp/kab-escaped").has_value());
}

TEST(GuestFacts, ConfigurationsDifferInNamedOptions) {
  const auto differing = config_difference("CONFIG_A=y\nCONFIG_B=m\n# CONFIG_C is not set\n",
                                           "CONFIG_A=y\nCONFIG_B=y\nCONFIG_D=\"x\"\n");
  EXPECT_EQ(differing, (std::vector<std::string>{"CONFIG_B: m, y", "CONFIG_D: unset, \"x\""}));
  EXPECT_TRUE(config_difference("", "CONFIG_A=y\n").empty()) << "one is not known";
}

}  // namespace
}  // namespace kab::guest
