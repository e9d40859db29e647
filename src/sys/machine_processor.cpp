// The facts of the processors, those that change while a trial runs included.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/number.h"
#include "base/text.h"
#include "sys/affinity.h"
#include "sys/machine_facts.h"

namespace kab::sys {
namespace {

std::string below_cpus(const std::string& name) { return "sys/devices/system/cpu/" + name; }

/// The different one-line contents of a file of each CPU's folder, in order of appearance.
std::vector<std::string> each_cpu_once(const FactReader& facts, const std::string& file) {
  std::vector<std::string> values;
  for (const auto& cpu : facts.cpu_folders()) {
    std::string value = facts.line(below_cpus(cpu + "/" + file));
    if (!value.empty() && std::find(values.begin(), values.end(), value) == values.end())
      values.push_back(std::move(value));
  }
  return values;
}

std::string on_or_off(const std::string& flag, std::string_view on) {
  if (flag.empty()) return {};
  return flag == on ? "on" : "off";
}

std::string boost_of(const FactReader& facts) {
  const std::string boost = facts.line(below_cpus("cpufreq/boost"));
  if (!boost.empty()) return on_or_off(boost, "1");
  return on_or_off(facts.line(below_cpus("intel_pstate/no_turbo")), "0");
}

std::string mitigations_of(const FactReader& facts) {
  std::vector<std::string> all;
  for (const auto& name : facts.names(below_cpus("vulnerabilities"))) {
    const std::string state = facts.line(below_cpus("vulnerabilities/" + name));
    if (!state.empty()) all.push_back(name + ": " + state);
  }
  return joined(all, " | ");
}

std::string allowed_of(const FactReader& facts) {
  constexpr std::string_view kKey = "Cpus_allowed_list:";
  const std::string status = facts.text("proc/self/status");
  for (const auto line : split(status, '\n'))
    if (line.starts_with(kKey)) return std::string(trimmed(line.substr(kKey.size())));
  return {};
}

std::string count_of(const std::string& list) {
  const auto cpus = parse_cpu_list(list);
  return cpus ? std::to_string(cpus->size()) : std::string();
}

}  // namespace

void add_processor_facts(FactReader& facts) {
  facts.add("cpu.model", facts.processor_line("model name"));
  facts.add("cpu.microcode", facts.processor_line("microcode"));
  facts.add("cpu.count", count_of(facts.line(below_cpus("present"))));
  add_online_cpus(facts);
  facts.add("cpu.allowed", allowed_of(facts));
  facts.add("cpu.governor", joined(each_cpu_once(facts, "cpufreq/scaling_governor"), ", "));
  facts.add("cpu.boost", boost_of(facts));
  facts.add("cpu.smt", on_or_off(facts.line(below_cpus("smt/active")), "1"));
  facts.add("cpu.mitigations", mitigations_of(facts));
}

void add_clock_source(FactReader& facts) {
  facts.add("clock.source",
            facts.line("sys/devices/system/clocksource/clocksource0/current_clocksource"));
}

void add_online_cpus(FactReader& facts) {
  facts.add("cpu.online", facts.line(below_cpus("online")));
}

void add_steal(FactReader& facts) {
  const std::string stat = facts.text("proc/stat");
  const auto total = words(std::string_view(stat).substr(0, stat.find('\n')));
  // cpu user nice system idle iowait irq softirq steal
  if (total.size() > 8 && total[0] == "cpu") facts.add("steal.ticks", std::string(total[8]));
}

void add_throttling(FactReader& facts) {
  std::optional<std::uint64_t> events;
  for (const auto& cpu : facts.cpu_folders())
    for (const auto* kind : {"core", "package"}) {
      const auto count =
          parse_uint(facts.line(below_cpus(cpu + "/thermal_throttle/" + kind + "_throttle_count")));
      if (count) events = events.value_or(0) + *count;
    }
  if (events) facts.add("cpu.throttle_count", std::to_string(*events));
}

void add_frequency(FactReader& facts) {
  std::optional<std::uint64_t> highest;
  for (const auto& value : each_cpu_once(facts, "cpufreq/scaling_cur_freq"))
    if (const auto khz = parse_uint(value)) highest = std::max(highest.value_or(0), *khz);
  if (highest) facts.add("cpu.frequency_khz", std::to_string(*highest));
}

}  // namespace kab::sys
