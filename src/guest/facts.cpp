#include "guest/facts.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "sys/machine.h"

namespace kab::guest {
namespace {

constexpr std::string_view kRelease = "/proc/sys/kernel/osrelease";
constexpr std::array<std::string_view, 14> kFiles = {
    kRelease,
    "/proc/version",
    "/proc/cmdline",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/self/status",
    "/proc/sys/kernel/random/boot_id",
    "/sys/kernel/mm/transparent_hugepage/enabled",
    "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/present",
    "/sys/devices/system/cpu/smt/active",
    "/sys/devices/system/cpu/vulnerabilities",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource",
    "/sys/devices/system/clocksource/clocksource0/available_clocksource"};

std::map<std::string, std::string> options_of(const std::string& config) {
  std::map<std::string, std::string> options;
  for (const auto line : split(config, '\n')) {
    const auto equals = line.find('=');
    if (line.starts_with("CONFIG_") && equals != line.npos)
      options.emplace(line.substr(0, equals), line.substr(equals + 1));
  }
  return options;
}

}  // namespace

std::vector<wire::GuestOrder> fact_orders() {
  std::vector<wire::GuestOrder> orders;
  for (const auto path : kFiles)
    orders.push_back({.kind = wire::GuestOrder::Kind::kCopy, .path = std::string(path)});
  return orders;
}

Result<LaidOut> laid_out_facts(const wire::GuestChannel& channel, std::uint64_t first) {
  KAB_TRY(auto laid_out, LaidOut::make());
  for (const auto& record : channel.records) {
    if (record.name != "content" || record.order < first || record.order - first >= kFiles.size())
      continue;
    const std::string path(kFiles[record.order - first]);
    if (path.ends_with("vulnerabilities")) {
      laid_out.put_folder(path, record.bytes);
    } else {
      laid_out.put(path, record.bytes);
    }
  }
  return laid_out;
}

Result<model::Environment> facts_from(const wire::GuestChannel& channel, std::uint64_t first,
                                      const Kernel& kernel) {
  KAB_TRY(const auto laid_out, laid_out_facts(channel, first));
  const auto release = read_line_or_empty(laid_out.root() + std::string(kRelease));
  if (!kernel.config.empty() && release.find('/') == release.npos)
    laid_out.put("/boot/config-" + release, kernel.config);
  return sys::machine_facts(laid_out.root());
}

std::vector<std::string> config_difference(const std::string& a, const std::string& b) {
  std::vector<std::string> differing;
  if (a.empty() || b.empty()) return differing;
  std::map<std::string, std::pair<std::string, std::string>> values;
  for (const auto& [name, value] : options_of(a)) values[name].first = value;
  for (const auto& [name, value] : options_of(b)) values[name].second = value;
  const auto shown = [](const std::string& text) { return text.empty() ? "unset" : text; };
  for (const auto& [name, both] : values)
    if (both.first != both.second)
      differing.push_back(name + ": " + shown(both.first) + ", " + shown(both.second));
  return differing;
}

}  // namespace kab::guest
