#include "inspect/vdso_setting.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/text.h"

namespace kab::inspect {
namespace {

using model::VdsoPath;
using model::VdsoWeight;

// Clocksources that a vDSO can read by itself: those whose kernel drivers set a vclock mode
// (VDSO_CLOCKMODE_TSC, _PVCLOCK, _HVCLOCK of x86; _ARCHTIMER and the timers of other machines).
constexpr std::array<std::string_view, 9> kFast = {"tsc",
                                                   "kvm-clock",
                                                   "hyperv_clocksource_tsc_page",
                                                   "tsc-early",
                                                   "arch_sys_counter",
                                                   "riscv_clocksource",
                                                   "timebase",
                                                   "tod",
                                                   "stable counter"};

bool is_fast(std::string_view name) { return std::ranges::find(kFast, name) != kFast.end(); }

/// Offsets that are not zero: "monotonic +86400 s, boottime +86400 s".
std::string offsets_in(std::string_view text) {
  std::vector<std::string> offsets;
  for (const auto line : split(text, '\n')) {
    const auto parts = words(line);
    if (parts.size() != 3 || (parts[1] == "0" && parts[2] == "0")) continue;
    offsets.push_back(std::string(parts[0]) + " " + (parts[1].starts_with('-') ? "" : "+") +
                      std::string(parts[1]) + " s");
  }
  return joined(offsets, ", ");
}

std::string seccomp_in(std::string_view status) {
  std::string mode;
  std::string filters;
  for (const auto line : split(status, '\n')) {
    if (line.starts_with("Seccomp:")) mode = trimmed(line.substr(8));
    if (line.starts_with("Seccomp_filters:")) filters = trimmed(line.substr(16));
  }
  if (mode == "1") return "strict";
  if (mode != "2") return "";
  return filters.empty() ? "a filter" : filters + (filters == "1" ? " filter" : " filters");
}

bool is_slow(const VdsoPath& path) {
  return path.operations != 0 && path.calls >= path.operations / 2;
}

/// CPU time is in no vDSO, and a system call is one.
bool should_be_fast(const VdsoPath& path) {
  return path.path != "syscall" && path.workload != "clock-process-cpu" &&
         path.workload != "clock-thread-cpu";
}

std::string path_text(const VdsoPath& path) {
  return path.workload + " by " + path.path + " (" + path.abi + "): " + std::to_string(path.calls) +
         " system calls in " + std::to_string(path.operations) + " reads" +
         (path.call_names.empty() ? "" : " (" + joined(path.call_names, ", ") + ")");
}

}  // namespace

model::VdsoSetting vdso_setting(const std::string& pid, const std::string& root) {
  const std::string folder = root + "sys/devices/system/clocksource/clocksource0/";
  model::VdsoSetting setting;
  setting.clocksource = read_line_or_empty(folder + "current_clocksource");
  const auto available = read_line_or_empty(folder + "available_clocksource");
  for (const auto name : words(available)) setting.clocksources.emplace_back(name);
  setting.time_namespace = offsets_in(read_line_or_empty(root + "proc/" + pid + "/timens_offsets"));
  setting.seccomp = seccomp_in(read_line_or_empty(root + "proc/" + pid + "/status"));
  return setting;
}

std::optional<std::set<std::string>> cpu_flags(const std::string& root) {
  const auto text = read_line_or_empty(root + "proc/cpuinfo");
  for (const auto line : split(text, '\n')) {
    if (!line.starts_with("flags")) continue;
    std::set<std::string> flags;
    for (const auto flag : words(line.substr(std::min(line.find(':'), line.size() - 1) + 1)))
      flags.emplace(flag);
    return flags;
  }
  return std::nullopt;
}

std::vector<model::VdsoFinding> judge_setting(const model::VdsoSetting& setting) {
  std::vector<model::VdsoFinding> findings;
  if (!setting.clocksource.empty() && !is_fast(setting.clocksource)) {
    std::vector<std::string> evidence = {"in use: " + setting.clocksource +
                                         "; available: " + joined(setting.clocksources, ", ")};
    const auto better = std::ranges::find_if(setting.clocksources, is_fast);
    if (better != setting.clocksources.end())
      evidence.push_back("echo " + *better +
                         " > /sys/devices/system/clocksource/clocksource0/current_clocksource "
                         "(as root) would choose one that it can read");
    findings.push_back({.code = "slow-clocksource",
                        .text = "the vclock mode of clocksource " + setting.clocksource +
                                " is none that a vDSO supports",
                        .evidence = std::move(evidence),
                        .why = "every reading of a clock but the coarse ones enters the kernel"});
  }
  if (!setting.time_namespace.empty())
    findings.push_back({.code = "time-namespace",
                        .weight = VdsoWeight::kNote,
                        .text = "this is a time namespace: " + setting.time_namespace,
                        .evidence = {},
                        .why = "the vDSO adds the offsets; times differ from the host's by them, "
                               "durations do not"});
  if (!setting.seccomp.empty())
    findings.push_back({.code = "seccomp-filter",
                        .weight = VdsoWeight::kNote,
                        .text = "system calls pass a seccomp filter (" + setting.seccomp + ")",
                        .evidence = {},
                        .why = "where the fast path fails, a reading costs that, too"});
  return findings;
}

std::vector<model::VdsoFinding> judge_paths(const std::vector<VdsoPath>& paths) {
  std::vector<std::string> slow;
  std::vector<std::string> past;
  std::map<std::pair<std::string, std::string>, bool> vdso_is_slow;
  for (const auto& path : paths)
    if (path.path == "vdso" && path.operations != 0)
      vdso_is_slow[{path.abi, path.workload}] = is_slow(path);
  for (const auto& path : paths) {
    if (!should_be_fast(path) || !is_slow(path)) continue;
    const auto vdso = vdso_is_slow.find({path.abi, path.workload});
    const bool library_alone = path.path == "libc" && vdso != vdso_is_slow.end() && !vdso->second;
    (library_alone ? past : slow).push_back(path_text(path));
  }
  std::vector<model::VdsoFinding> findings;
  if (!slow.empty())
    findings.push_back({.code = "every-call-enters-kernel",
                        .text = "every call enters the kernel: " + std::to_string(slow.size()) +
                                " paths that should not",
                        .evidence = std::move(slow),
                        .why = "a reading costs a system call instead of some ten nanoseconds; the "
                               "clocksource, a missing vDSO or an emulator are the usual reasons"});
  if (!past.empty())
    findings.push_back({.code = "libc-passes-by-the-vdso",
                        .weight = VdsoWeight::kNote,
                        .text = "the C library makes system calls where the vDSO would do: " +
                                std::to_string(past.size()) + " functions",
                        .evidence = std::move(past),
                        .why = "some C libraries do not look for every function (getcpu and "
                               "clock_getres of i386)"});
  return findings;
}

}  // namespace kab::inspect
