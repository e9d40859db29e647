#include "sys/machine_facts.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/files.h"
#include "base/number.h"
#include "base/text.h"

namespace kab::sys {

FactReader::FactReader(const std::string& root) : root_(root.ends_with('/') ? root : root + "/") {}

std::string FactReader::line(const std::string& path) const {
  return read_line_or_empty(root_ + path);
}

std::string FactReader::text(const std::string& path) const {
  return read_file(root_ + path).value_or("");
}

bool FactReader::exists(const std::string& path) const {
  std::error_code failed;
  return std::filesystem::exists(root_ + path, failed);
}

std::string FactReader::link(const std::string& path) const {
  std::error_code failed;
  return std::filesystem::read_symlink(root_ + path, failed).string();
}

std::vector<std::string> FactReader::names(const std::string& path) const {
  std::vector<std::string> found;
  std::error_code failed;
  for (std::filesystem::directory_iterator entry(root_ + path, failed), end;
       !failed && entry != end; entry.increment(failed))
    found.push_back(entry->path().filename().string());
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> FactReader::cpu_folders() const {
  constexpr std::string_view kPrefix = "cpu";
  std::vector<std::string> found;
  for (auto& name : names("sys/devices/system/cpu"))
    if (name.starts_with(kPrefix) && parse_uint(std::string_view(name).substr(kPrefix.size())))
      found.push_back(std::move(name));
  // By number: cpu2 before cpu10.
  std::sort(found.begin(), found.end(), [](const std::string& a, const std::string& b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  });
  return found;
}

std::string FactReader::processor_line(std::string_view key) const {
  const std::string text = this->text("proc/cpuinfo");
  for (const auto line : split(text, '\n')) {
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == key)
      return std::string(trimmed(line.substr(colon + 1)));
  }
  return {};
}

void FactReader::add(std::string_view name, std::string value) {
  if (!value.empty()) facts_.emplace_back(name, std::move(value));
}

}  // namespace kab::sys
