// The facts of the running kernel: what it is, how it was built, what it was told at boot.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "sys/machine_facts.h"
#include "sys/settings.h"

namespace kab::sys {
namespace {

/// FNV-1a, 64 bit (Fowler, Noll & Vo): enough to tell two configurations apart.
std::string fnv1a64(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  std::string hex;
  for (int shift = 60; shift >= 0; shift -= 4) hex += "0123456789abcdef"[hash >> shift & 15];
  return hex;
}

/// The value of "CONFIG_HZ=250" for "CONFIG_HZ"; empty when it is not set.
std::string option_of(std::string_view config, std::string_view option) {
  for (const auto line : split(config, '\n'))
    if (line.size() > option.size() && line.starts_with(option) && line[option.size()] == '=')
      return std::string(line.substr(option.size() + 1));
  return {};
}

/// What the build allows; /proc/version carries the same words for all but the voluntary kind.
std::string built_preemption(std::string_view config, std::string_view version) {
  constexpr std::array<std::string_view, 6> kModels = {"PREEMPT_DYNAMIC",   "PREEMPT_RT",
                                                       "PREEMPT_LAZY",      "PREEMPT",
                                                       "PREEMPT_VOLUNTARY", "PREEMPT_NONE"};
  for (const auto model : kModels)
    if (option_of(config, "CONFIG_" + std::string(model)) == "y") return std::string(model);
  for (const auto word : words(version))
    for (const auto model : kModels)
      if (word == model) return std::string(model);
  return {};
}

/// "PREEMPT_DYNAMIC, voluntary": the mode is known from debugfs (root only) or from a boot option.
std::string preemption_of(const FactReader& facts, std::string_view config,
                          std::string_view version) {
  std::string built = built_preemption(config, version);
  if (built != "PREEMPT_DYNAMIC") return built;
  constexpr std::string_view kOption = "preempt=";
  std::string mode = facts.line("sys/kernel/debug/sched/preempt");
  // "none voluntary (full)": the chosen one is in round brackets here.
  if (const auto open = mode.find('('); open != std::string::npos)
    mode = mode.substr(open + 1, mode.find(')', open) - open - 1);
  const std::string options = mode.empty() ? facts.line("proc/cmdline") : std::string();
  for (const auto word : words(options))
    if (word.starts_with(kOption)) mode = word.substr(kOption.size());
  return mode.empty() ? built : built + ", " + mode;
}

void add_configuration(FactReader& facts, const std::string& release) {
  const std::string config = release.empty() ? std::string() : facts.text("boot/config-" + release);
  const std::string packed = config.empty() ? facts.text("proc/config.gz") : std::string();
  if (!config.empty()) facts.add("kernel.config_hash", "fnv1a64:" + fnv1a64(config));
  if (!packed.empty()) facts.add("kernel.config_hash", "fnv1a64-of-gz:" + fnv1a64(packed));
  facts.add("kernel.hz", option_of(config, "CONFIG_HZ"));
  facts.add("kernel.preempt", preemption_of(facts, config, facts.line("proc/version")));
}

std::string total_memory_of(std::string_view meminfo) {
  for (const auto line : split(meminfo, '\n'))
    if (const auto parts = words(line); parts.size() >= 2 && parts[0] == "MemTotal:")
      return std::string(parts[1]);
  return {};
}

/// In a time namespace the vDSO takes a longer way to CLOCK_MONOTONIC, whatever the offsets.
std::string time_namespace_of(const FactReader& facts) {
  constexpr std::string_view kInitial = "time:[4026531834]";  // fixed in the kernel's sources
  const std::string name = facts.link("proc/self/ns/time");
  if (name.empty()) return {};
  return name == kInitial ? "initial" : "private";
}

}  // namespace

void add_kernel_facts(FactReader& facts) {
  const std::string release = facts.line("proc/sys/kernel/osrelease");
  facts.add("kernel.release", release);
  facts.add("kernel.version", facts.line("proc/version"));
  facts.add("kernel.cmdline", facts.line("proc/cmdline"));
  add_configuration(facts, release);
  facts.add("memory.thp", value_shown_by(facts.line("sys/kernel/mm/transparent_hugepage/enabled")));
  facts.add("memory.total_kb", total_memory_of(facts.text("proc/meminfo")));
  facts.add("time_namespace", time_namespace_of(facts));
  const std::string load = facts.line("proc/loadavg");
  facts.add("load.1min", load.substr(0, load.find(' ')));
}

}  // namespace kab::sys
