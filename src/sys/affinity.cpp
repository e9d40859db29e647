#include "sys/affinity.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>

#include <sys/syscall.h>
#include <unistd.h>

#include "base/files.h"
#include "base/number.h"
#include "base/text.h"

namespace kab::sys {
namespace {

constexpr std::size_t kBitsPerWord = sizeof(unsigned long) * CHAR_BIT;
constexpr std::size_t kMostWords = 1u << 14;  // a million CPUs
constexpr std::uint64_t kHighestCpu = 65535;  // keeps "0-4000000000" from filling the memory

Result<int> parse_cpu(std::string_view number, std::string_view whole) {
  const auto cpu = parse_uint(number);
  if (!cpu || *cpu > kHighestCpu)
    return fail_input("CPU list " + kab::in_quotes(whole) + " is not understood; write 0,2-5");
  return static_cast<int>(*cpu);
}

std::vector<int> siblings_of(int cpu, const std::string& cpu_folder) {
  const std::string topology = cpu_folder + "/cpu" + std::to_string(cpu) + "/topology/";
  for (const auto* name : {"core_cpus_list", "thread_siblings_list"}) {
    const auto siblings = parse_cpu_list(read_line_or_empty(topology + name));
    if (siblings) return *siblings;
  }
  return {};
}

enum class Relation { kSameCore, kOtherCore };

Result<std::vector<int>> pair_among(std::span<const int> allowed, Relation relation,
                                    const std::string& cpu_folder) {
  bool topology_known = false;
  for (const int first : allowed) {
    const auto core = siblings_of(first, cpu_folder);
    topology_known = topology_known || !core.empty();
    if (core.empty()) continue;
    for (const int second : allowed) {
      const bool same = std::find(core.begin(), core.end(), second) != core.end();
      if (second != first && same == (relation == Relation::kSameCore))
        return std::vector{first, second};
    }
  }
  const std::string among = " among the allowed CPUs (" + cpu_list_text(allowed) + ")";
  if (!topology_known)
    return fail_unavailable("this kernel does not show which CPUs share a core" + among +
                            "; name the CPUs instead (pin=0,1)");
  if (relation == Relation::kSameCore)
    return fail_unavailable("pin=sibling: no two hardware threads of one core" + among);
  return fail_unavailable("pin=other: no two CPUs of different cores" + among);
}

Result<std::vector<int>> listed(std::string_view text, std::span<const int> allowed) {
  const auto cpus = parse_cpu_list(text);
  if (!cpus)
    return fail_input("pin=" + std::string(text) +
                      " is not understood; write a CPU list (0,2-5), same, sibling, other or none");
  for (const int cpu : *cpus)
    if (std::find(allowed.begin(), allowed.end(), cpu) == allowed.end())
      return fail_input("pin=" + std::string(text) + ": CPU " + std::to_string(cpu) +
                        " may not be used here; allowed are " + cpu_list_text(allowed));
  return *cpus;
}

}  // namespace

Result<std::vector<int>> allowed_cpus() {
  std::vector<unsigned long> mask(16);
  long bytes = -1;
  // The call refuses a mask smaller than the kernel's own with EINVAL.
  while ((bytes = ::syscall(SYS_sched_getaffinity, 0, mask.size() * sizeof(unsigned long),
                            mask.data())) < 0 &&
         errno == EINVAL && mask.size() < kMostWords)
    mask.assign(mask.size() * 2, 0);
  if (bytes < 0) return fail_unavailable("sched_getaffinity: " + errno_text(errno));
  std::vector<int> cpus;
  for (std::size_t bit = 0; bit < static_cast<std::size_t>(bytes) * CHAR_BIT; ++bit)
    if ((mask[bit / kBitsPerWord] >> (bit % kBitsPerWord) & 1UL) != 0)
      cpus.push_back(static_cast<int>(bit));
  return cpus;
}

Result<std::vector<int>> parse_cpu_list(std::string_view text) {
  std::vector<int> cpus;
  for (const auto part : split(text, ',')) {
    const auto dash = part.find('-');
    KAB_TRY(const int first, parse_cpu(part.substr(0, dash), text));
    int last = first;
    if (dash != std::string_view::npos) {
      KAB_TRY(last, parse_cpu(part.substr(dash + 1), text));
    }
    if (last < first)
      return fail_input("CPU list " + kab::in_quotes(text) + ": " + std::string(part) +
                        " runs backwards");
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

std::string cpu_list_text(std::span<const int> cpus) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t end = i + 1;
    while (end < cpus.size() && cpus[end] == cpus[end - 1] + 1) ++end;
    parts.push_back(std::to_string(cpus[i]));
    if (end - i > 1) parts.back() += "-" + std::to_string(cpus[end - 1]);
    i = end;
  }
  return joined(parts, ",");
}

Result<std::vector<int>> resolve_pin(std::string_view text) {
  KAB_TRY(const auto allowed, allowed_cpus());
  return resolve_pin_among(text, allowed, "/sys/devices/system/cpu");
}

Result<std::vector<int>> resolve_pin_among(std::string_view text, std::span<const int> allowed,
                                           const std::string& cpu_folder) {
  if (text == "none") return std::vector<int>{};
  if (text == "same") return std::vector{allowed.front(), allowed.front()};
  if (text == "sibling") return pair_among(allowed, Relation::kSameCore, cpu_folder);
  if (text == "other") return pair_among(allowed, Relation::kOtherCore, cpu_folder);
  return listed(text, allowed);
}

}  // namespace kab::sys
