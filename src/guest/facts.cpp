#include "guest/facts.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file_tree.h"
#include "base/text.h"
#include "sys/machine.h"

namespace kab::guest {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 14> kFiles = {
    "/proc/sys/kernel/osrelease",
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

/// A folder of the host that looks like the guest's root, while it is read.
class LaidOut {
 public:
  explicit LaidOut(std::string root) : root_(std::move(root)) {}
  ~LaidOut() { (void)remove_tree(root_); }
  LaidOut(const LaidOut&) = delete;
  LaidOut& operator=(const LaidOut&) = delete;

  void put(const std::string& path, std::string_view content) const {
    std::error_code ignored;
    fs::create_directories(fs::path(root_ + path).parent_path(), ignored);
    std::ofstream(root_ + path, std::ios::binary) << content;
  }

  // "name: line" for each of its files.
  void put_folder(const std::string& path, std::string_view lines) const {
    for (const auto line : split(lines, '\n'))
      if (const auto colon = line.find(": "); colon != line.npos && line.find('/') > colon)
        put(path + "/" + std::string(line.substr(0, colon)), line.substr(colon + 2));
  }

  const std::string& root() const { return root_; }

 private:
  std::string root_;
};

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

Result<model::Environment> facts_from(const wire::GuestChannel& channel, std::uint64_t first,
                                      const Kernel& kernel) {
  KAB_TRY(auto root, make_temporary_folder());
  const LaidOut laid_out(std::move(root));
  std::string release;
  for (const auto& record : channel.records) {
    if (record.name != "content" || record.order < first || record.order - first >= kFiles.size())
      continue;
    const std::string path(kFiles[record.order - first]);
    if (path.ends_with("vulnerabilities")) {
      laid_out.put_folder(path, record.bytes);
    } else {
      laid_out.put(path, record.bytes);
    }
    if (path.ends_with("osrelease")) release = trimmed(record.bytes);
  }
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
