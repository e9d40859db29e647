#include "sys/machine.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "sys/scratch.h"

namespace kab::sys {
namespace {

std::string fact(const Facts& facts, std::string_view name) {
  for (const auto& [key, value] : facts)
    if (key == name) return value;
  return "left out";
}

void lay_out_server(const ScratchFolder& root) {
  root.file("proc/sys/kernel/osrelease", "6.12.0-test\n");
  root.file("proc/version", "Linux version 6.12.0-test (x@y) (gcc) #1 SMP PREEMPT_DYNAMIC Mon\n");
  root.file("proc/cmdline", "root=/dev/vda quiet preempt=voluntary\n");
  root.file("boot/config-6.12.0-test",
            "CONFIG_HZ_250=y\nCONFIG_HZ=250\nCONFIG_PREEMPT_DYNAMIC=y\n");
  root.file("proc/cpuinfo",
            "processor\t: 0\nmodel name\t: Some CPU @ 3.00GHz\nmicrocode\t: 0x2b\nflags\t\t: fpu "
            "hypervisor lm\n");
  root.file("proc/meminfo", "MemTotal:       16384 kB\nMemFree: 1 kB\n");
  root.file("proc/loadavg", "0.42 0.30 0.20 1/100 1234\n");
  root.file("proc/stat", "cpu  1 2 3 4 5 6 7 88 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n");
  root.file("proc/self/status", "Name:\tx\nCpus_allowed_list:\t1-3\n");
  root.file("proc/1/environ", std::string("PATH=/bin\0container=lxc\0", 24));
  root.file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  root.file("sys/class/dmi/id/sys_vendor", "QEMU\n");
  root.file("sys/class/dmi/id/product_name", "Standard PC\n");
  const std::string clocks = "sys/devices/system/clocksource/clocksource0/";
  root.file(clocks + "current_clocksource", "tsc\n");
  root.file(clocks + "available_clocksource", "tsc hpet\n");
  const std::string cpus = "sys/devices/system/cpu/";
  root.file(cpus + "present", "0-3\n");
  root.file(cpus + "online", "0-2\n");
  root.file(cpus + "smt/active", "0\n");
  root.file(cpus + "cpufreq/boost", "1\n");
  root.file(cpus + "vulnerabilities/meltdown", "Not affected\n");
  root.file(cpus + "vulnerabilities/l1tf", "Mitigation: PTE Inversion\n");
  for (const int cpu : {0, 2, 10}) {
    const std::string one = cpus + "cpu" + std::to_string(cpu) + "/";
    root.file(one + "cpufreq/scaling_governor", cpu == 10 ? "powersave\n" : "performance\n");
    root.file(one + "cpufreq/scaling_cur_freq", std::to_string(3'000'000 + cpu) + "\n");
    root.file(one + "thermal_throttle/core_throttle_count", "5\n");
    root.file(one + "thermal_throttle/package_throttle_count", "1\n");
  }
}

TEST(MachineFacts, AreReadFromTheFilesOfTheKernel) {
  const ScratchFolder root;
  lay_out_server(root);
  const Facts facts = machine_facts(root.path());
  EXPECT_EQ(fact(facts, "kernel.release"), "6.12.0-test");
  EXPECT_EQ(fact(facts, "kernel.cmdline"), "root=/dev/vda quiet preempt=voluntary");
  EXPECT_EQ(fact(facts, "kernel.hz"), "250");
  EXPECT_EQ(fact(facts, "kernel.preempt"), "PREEMPT_DYNAMIC, voluntary");
  EXPECT_EQ(fact(facts, "cpu.model"), "Some CPU @ 3.00GHz");
  EXPECT_EQ(fact(facts, "cpu.microcode"), "0x2b");
  EXPECT_EQ(fact(facts, "cpu.count"), "4");
  EXPECT_EQ(fact(facts, "cpu.online"), "0-2");
  EXPECT_EQ(fact(facts, "cpu.allowed"), "1-3");
  EXPECT_EQ(fact(facts, "cpu.governor"), "performance, powersave");
  EXPECT_EQ(fact(facts, "cpu.boost"), "on");
  EXPECT_EQ(fact(facts, "cpu.smt"), "off");
  EXPECT_EQ(fact(facts, "cpu.mitigations"),
            "l1tf: Mitigation: PTE Inversion | meltdown: Not affected");
  EXPECT_EQ(fact(facts, "clock.source"), "tsc");
  EXPECT_EQ(fact(facts, "clock.available"), "tsc hpet");
  EXPECT_EQ(fact(facts, "memory.thp"), "madvise");
  EXPECT_EQ(fact(facts, "memory.total_kb"), "16384");
  EXPECT_EQ(fact(facts, "machine.virtualisation"), "QEMU Standard PC");
  EXPECT_EQ(fact(facts, "machine.container"), "lxc");
  EXPECT_EQ(fact(facts, "load.1min"), "0.42");
  EXPECT_EQ(fact(facts, "steal.ticks"), "88");
}

TEST(MachineFacts, OfAMachineThatOffersNothingAreNone) {
  const ScratchFolder root;
  EXPECT_EQ(machine_facts(root.path()), Facts{});
  EXPECT_EQ(changing_facts(root.path()), Facts{});
}

TEST(MachineFacts, HashTheConfigurationByTheKnownFunction) {
  const ScratchFolder root;
  root.file("proc/sys/kernel/osrelease", "6.1\n");
  root.file("proc/config.gz", "a");
  // The published test vectors of FNV-1a for "a" and "foobar".
  EXPECT_EQ(fact(machine_facts(root.path()), "kernel.config_hash"),
            "fnv1a64-of-gz:af63dc4c8601ec8c");
  root.file("boot/config-6.1", "foobar");
  EXPECT_EQ(fact(machine_facts(root.path()), "kernel.config_hash"), "fnv1a64:85944171f73967e8");
}

TEST(MachineFacts, TakeThePreemptionModeFromDebugfsBeforeTheBootOptions) {
  const ScratchFolder root;
  lay_out_server(root);
  root.file("sys/kernel/debug/sched/preempt", "none voluntary (full)\n");
  EXPECT_EQ(fact(machine_facts(root.path()), "kernel.preempt"), "PREEMPT_DYNAMIC, full");
}

TEST(MachineFacts, TakeThePreemptionModelFromTheVersionWithoutAConfiguration) {
  const ScratchFolder root;
  root.file("proc/version", "Linux version 6.1-rt #1 SMP PREEMPT_RT Debian\n");
  EXPECT_EQ(fact(machine_facts(root.path()), "kernel.preempt"), "PREEMPT_RT");
  EXPECT_EQ(fact(machine_facts(root.path()), "kernel.hz"), "left out");
}

TEST(MachineFacts, TellAHypervisorFromBareMetalAndFromNotKnowing) {
  const ScratchFolder root;
  root.file("sys/class/dmi/id/sys_vendor", "Dell Inc.\n");
  EXPECT_EQ(fact(machine_facts(root.path()), "machine.virtualisation"), "left out");
  root.file("proc/cpuinfo", "flags : fpu lm\n");
  EXPECT_EQ(fact(machine_facts(root.path()), "machine.virtualisation"), "none");
  root.file("sys/hypervisor/type", "xen\n");
  EXPECT_EQ(fact(machine_facts(root.path()), "machine.virtualisation"), "xen");
}

TEST(MachineFacts, FindTheContainerByEachOfItsTraces) {
  const ScratchFolder root;
  root.file("proc/1/cgroup", "0::/kubepods/besteffort/pod1\n");
  EXPECT_EQ(fact(machine_facts(root.path()), "machine.container"), "kubepods");
  root.file(".dockerenv", "");
  EXPECT_EQ(fact(machine_facts(root.path()), "machine.container"), "docker");
  root.file("run/.containerenv", "");
  EXPECT_EQ(fact(machine_facts(root.path()), "machine.container"), "podman");
}

TEST(MachineFacts, KnowBoostFromIntelsInvertedSwitch) {
  const ScratchFolder root;
  root.file("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
  EXPECT_EQ(fact(machine_facts(root.path()), "cpu.boost"), "off");
}

TEST(MachineFacts, TellATimeNamespaceFromTheInitialOne) {
  const ScratchFolder root;
  std::filesystem::create_directories(root.path("proc/self/ns"));
  std::filesystem::create_symlink("time:[4026531834]", root.path("proc/self/ns/time"));
  EXPECT_EQ(fact(machine_facts(root.path()), "time_namespace"), "initial");
  std::filesystem::remove(root.path("proc/self/ns/time"));
  std::filesystem::create_symlink("time:[4026532000]", root.path("proc/self/ns/time"));
  EXPECT_EQ(fact(machine_facts(root.path()), "time_namespace"), "private");
}

TEST(ChangingFacts, AreTheOnesThatCanMoveDuringATrial) {
  const ScratchFolder root;
  lay_out_server(root);
  EXPECT_EQ(changing_facts(root.path()), (Facts{{"clock.source", "tsc"},
                                                {"cpu.online", "0-2"},
                                                {"cpu.throttle_count", "18"},
                                                {"steal.ticks", "88"},
                                                {"cpu.frequency_khz", "3000010"}}));
}

TEST(MachineFacts, OfThisMachineAreNamedOnceAndNeverEmpty) {
  std::set<std::string> names;
  for (const auto& [name, value] : machine_facts()) {
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(value.empty()) << name;
  }
  EXPECT_TRUE(names.contains("kernel.release"));
  EXPECT_TRUE(names.contains("cpu.online"));
  EXPECT_EQ(boot_id().size(), 36U);
}

}  // namespace
}  // namespace kab::sys
