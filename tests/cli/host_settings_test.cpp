// Sysctls: those of the network in a namespace of the trial's own, without privilege; those of the
// host for root alone.
#include <algorithm>

#include "base/files.h"
#include "cli/kab.h"

namespace kab::cli {
namespace {

class HostSettings : public KabTest {
 protected:
  /// Why this machine gives an ordinary user no private network; empty: it does.
  std::string obstacle() const {
    const auto json = json_of(kab_as_user({"list", "capabilities", "--json"}).out);
    for (const auto& one : json["capabilities"])
      if (one["name"] == "private-network" && !one["available"]) return one["summary"];
    return "";
  }

  Said trial_of_queue_lengths(const std::string& first, const std::string& second,
                              const Words& rest) const {
    Words words = {"trial", "-a", "short:sysctl.net.unix.max_dgram_qlen=" + first, "-a",
                   "long:sysctl.net.unix.max_dgram_qlen=" + second};
    words.insert(words.end(), rest.begin(), rest.end());
    return kab_as_user(words);
  }
};

const std::string kQueueLength = "/proc/sys/net/unix/max_dgram_qlen";

TEST_F(HostSettings, AnOrdinaryUsersTrialSeesItsNetworkSysctlsAndTheHostDoesNot) {
  const auto before = read_file(kQueueLength).value();
  const auto said = trial_of_queue_lengths("11", "513",
                                           {"--repeat", "6", "--number", "stdout", "--unit", "ns",
                                            "--json", "-o", "t.kab", "--", "cat", kQueueLength});
  EXPECT_EQ(read_file(kQueueLength).value(), before);
  // Where users may have no namespaces, that is said, with the reason.
  if (const auto why = obstacle(); !why.empty()) return expect_refused(said, 3, {why});
  EXPECT_EQ(said.exit_code, 1) << said.err;
  const auto one = json_of(said.out)["comparisons"][0];
  EXPECT_EQ(one["baseline_median"], 11.0);
  EXPECT_EQ(one["arm_median"], 513.0);
}

TEST_F(HostSettings, AnOrdinaryUserComparesQueueLengthsOfADatagramReader) {
  const auto before = read_file(kQueueLength).value();
  const auto said =
      trial_of_queue_lengths("10", "512", {"--repeat", "8", "--json", "unix-dgram-fanin"});
  EXPECT_EQ(read_file(kQueueLength).value(), before);
  if (const auto why = obstacle(); !why.empty()) return expect_refused(said, 3, {why});
  EXPECT_TRUE(said.exit_code == 0 || said.exit_code == 1) << said.err;
  const auto json = json_of(said.out);
  EXPECT_EQ(json["blocks"], 8);
  EXPECT_EQ(json["aa"].size(), 1U);
  EXPECT_NE(json["comparisons"][0]["interval"], nullptr);
}

TEST_F(HostSettings, AValueThatTheKernelRefusesIsNamed) {
  const auto said = trial_of_queue_lengths("10", "many", {"--repeat", "6", "--", "true"});
  if (const auto why = obstacle(); !why.empty()) return expect_refused(said, 3, {why});
  expect_refused(said, 2, {"arm long", kQueueLength, "\"many\"", "Invalid argument"});
}

TEST_F(HostSettings, AHostWideSysctlNeedsRoot) {
  const auto before = read_file("/proc/sys/kernel/pid_max").value();
  expect_refused(kab_as_user({"trial", "-a", "a:sysctl.kernel.pid_max=100000", "-a", "b",
                              "--repeat", "6", "--", "true"}),
                 3, {"arm a", "kernel.pid_max", "host-wide", "needs root"});
  EXPECT_EQ(read_file("/proc/sys/kernel/pid_max").value(), before);
}

}  // namespace
}  // namespace kab::cli
