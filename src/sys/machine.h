// Facts of this machine that may explain a difference, read from /proc and /sys.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kab::sys {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// kernel.release, kernel.version, kernel.config_hash, kernel.cmdline, cpu.model, cpu.microcode,
/// cpu.count, cpu.online, cpu.allowed, cpu.governor, cpu.boost, cpu.smt, cpu.mitigations (one
/// line), clock.source, clock.available, kernel.hz, kernel.preempt, memory.thp, memory.total_kb,
/// machine.virtualisation, machine.container, load.1min, steal.ticks, time_namespace. `root` is "/"
/// but in tests, which lay out a folder. A fact that this machine does not offer is left out, never
/// "0". steal.ticks and load.1min are as the kernel counts them (USER_HZ; runnable tasks).
Facts machine_facts(const std::string& root = "/");

/// Facts that change while it runs and would spoil a comparison, for polling between blocks:
/// clock.source, cpu.online, cpu.throttle_count (events, all CPUs), steal.ticks, cpu.frequency_khz
/// (of the fastest CPU at the moment).
Facts changing_facts(const std::string& root = "/");

/// /proc/sys/kernel/random/boot_id.
std::string boot_id();

}  // namespace kab::sys
