#include "model/arm.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace kab::model {
namespace {

// Keys that are whole words, and keys that carry a name after the dot.
constexpr std::array<std::string_view, 11> kWholeKeys = {
    "cmd", "setup", "teardown", "abi", "pin", "kernel", "boot", "initrd", "cpu", "mem", "smp"};
constexpr std::array<std::string_view, 4> kPrefixes = {"sysctl.", "env.", "file.", "param."};

bool is_known_key(std::string_view key) {
  if (std::ranges::find(kWholeKeys, key) != kWholeKeys.end()) return true;
  return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) {
    return key.starts_with(prefix) && key.size() > prefix.size();
  });
}

std::string known_keys_hint(std::string_view key) {
  std::vector<std::string_view> candidates(kWholeKeys.begin(), kWholeKeys.end());
  candidates.insert(candidates.end(), kPrefixes.begin(), kPrefixes.end());
  const auto stem = key.substr(0, key.find('.') == key.npos ? key.npos : key.find('.') + 1);
  if (const auto near = nearest(stem, candidates); !near.empty())
    return "; did you mean " + in_quotes(near) + "?";
  return "; keys are sysctl.<name>, env.<NAME>, file.<path>, param.<k>, cmd, setup, teardown, abi, "
         "pin";
}

// Where the value that starts at `from` ends: at a comma that opens another known key, or the end.
std::size_t end_of_value(std::string_view text, std::size_t from) {
  for (std::size_t at = from; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] == ',') {
      ++at;
      continue;
    }
    if (text[at] != ',') continue;
    const auto rest = text.substr(at + 1);
    const auto equals = rest.find('=');
    if (equals != rest.npos && is_known_key(rest.substr(0, equals))) return at;
  }
  return text.size();
}

std::string unescaped(std::string_view value) {
  std::string out;
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (value[at] == '\\' && at + 1 < value.size() && value[at + 1] == ',') ++at;
    out += value[at];
  }
  return out;
}

bool is_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return c > 0x20 && c != 0x7f && c != ':' && c != ',' && c != '=';
  });
}

}  // namespace

std::optional<std::string> setting_of(const Arm& arm, std::string_view key) {
  for (const auto& setting : arm.settings)
    if (setting.key == key) return setting.value;
  return std::nullopt;
}

std::vector<ArmSetting> settings_with(const Arm& arm, std::string_view prefix) {
  std::vector<ArmSetting> found;
  for (const auto& [key, value] : arm.settings)
    if (key.starts_with(prefix)) found.push_back({key.substr(prefix.size()), value});
  return found;
}

Result<Arm> parse_arm(std::string_view text) {
  const auto colon = text.find(':');
  Arm arm{.name = std::string(text.substr(0, colon)), .settings = {}};
  if (!is_name(arm.name))
    return fail_input("arm " + in_quotes(text) +
                      " has no name; write NAME:KEY=VALUE, as in "
                      "long:sysctl.net.unix.max_dgram_qlen=512");
  if (colon == text.npos) return arm;
  for (std::size_t at = colon + 1; at < text.size();) {
    const auto rest = text.substr(at);
    const auto equals = rest.find('=');
    const auto key = rest.substr(0, equals);
    if (equals == rest.npos)
      return fail_input("arm " + arm.name + ": " + in_quotes(rest) + " is not KEY=VALUE");
    if (!is_known_key(key))
      return fail_input("arm " + arm.name + ": unknown key " + in_quotes(key) +
                        known_keys_hint(key));
    if (setting_of(arm, key))
      return fail_input("arm " + arm.name + ": key " + in_quotes(key) + " is given twice");
    const auto value_from = at + equals + 1;
    const auto value_end = end_of_value(text, value_from);
    arm.settings.push_back(
        {std::string(key), unescaped(text.substr(value_from, value_end - value_from))});
    at = value_end + 1;
  }
  return arm;
}

std::string description_of(const Arm& arm) {
  if (arm.settings.empty()) return "(as is)";
  std::vector<std::string> parts;
  for (const auto& [key, value] : arm.settings) parts.push_back(key + "=" + value);
  return joined(parts, ", ");
}

}  // namespace kab::model
