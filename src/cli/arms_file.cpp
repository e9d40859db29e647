#include "cli/arms_file.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include <toml++/toml.h>

#include "base/files.h"
#include "base/text.h"

namespace kab::cli {
namespace {

std::string place(const std::string& path, const toml::source_region& where) {
  return path + ":" + std::to_string(where.begin.line) + ": ";
}

std::string escaped_commas(const std::string& value) {
  std::string out;
  for (const char c : value) out += c == ',' ? std::string("\\,") : std::string(1, c);
  return out;
}

// The value as --arm would have it: a string as it is, anything else as TOML prints it.
std::string text_of(const toml::node& value) {
  if (const auto* text = value.as_string()) return text->get();
  std::ostringstream out;
  out << toml::node_view(value);
  return out.str();
}

Result<model::Arm> arm_from(const toml::table& table, const std::string& path) {
  const auto name = table["name"].value<std::string>();
  if (!name) return fail_input(place(path, table.source()) + "an [[arm]] without a name");
  std::string text = *name + ":";
  // Keys in the file's order: TOML tables are sorted by name, so by position.
  std::vector<std::pair<toml::source_position, std::string>> settings;
  for (const auto& [key, value] : table) {
    if (key == "name") continue;
    if (value.is_table() || value.is_array())
      return fail_input(place(path, value.source()) + "key " + in_quotes(key.str()) +
                        " must be one value; quote names with dots: \"sysctl.net.x\" = 1");
    settings.emplace_back(value.source().begin,
                          std::string(key.str()) + "=" + escaped_commas(text_of(value)));
  }
  std::ranges::sort(settings, [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [at, setting] : settings) text += (text.ends_with(':') ? "" : ",") + setting;
  auto arm = model::parse_arm(settings.empty() ? *name : text);
  if (!arm) return fail_input(place(path, table.source()) + arm.error().message);
  return arm;
}

}  // namespace

Result<std::vector<model::Arm>> read_arms_file(const std::string& path) {
  KAB_TRY(const auto text, read_file(path));
  try {
    const auto document = toml::parse(text, path);
    const auto* list = document["arm"].as_array();
    if (list == nullptr)
      return fail_input(path + ": has no [[arm]] tables; each arm is one, with a name");
    std::vector<model::Arm> arms;
    for (const auto& entry : *list) {
      const auto* table = entry.as_table();
      if (table == nullptr)
        return fail_input(place(path, entry.source()) + "an arm must be a table");
      KAB_TRY(auto arm, arm_from(*table, path));
      arms.push_back(std::move(arm));
    }
    return arms;
  } catch (const toml::parse_error& problem) {
    return fail_input(place(path, problem.source()) + std::string(problem.description()));
  }
}

}  // namespace kab::cli
