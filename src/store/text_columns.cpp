#include "store/text_columns.h"

#include "base/number.h"
#include "base/text.h"
#include "model/json.h"

namespace kab::store {
namespace {

using model::Json;

// Command lines may hold any byte; dump() would throw at one that is not UTF-8.
std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_words(const Json& json) {
  if (!json.is_array()) return false;
  for (const auto& word : json)
    if (!word.is_string()) return false;
  return true;
}

}  // namespace

std::string text_of_words(const std::vector<std::string>& words) { return dumped(Json(words)); }

Result<std::vector<std::string>> words_from(std::string_view text) {
  KAB_TRY(const auto json, model::parse_json(text, "list of words"));
  if (!is_words(json)) return fail_input("list of words " + in_quotes(text) + " is not understood");
  return json.get<std::vector<std::string>>();
}

std::string text_of_settings(const std::vector<model::ArmSetting>& settings) {
  return dumped(model::json_of(model::Arm{.name = "", .settings = settings}).at("settings"));
}

Result<std::vector<model::ArmSetting>> settings_from(std::string_view text) {
  KAB_TRY(auto settings, model::parse_json(text, "settings of an arm"));
  if (!settings.is_array())
    return fail_input("settings of an arm " + in_quotes(text) + " are not understood");
  KAB_TRY(auto arm, model::arm_from(Json{{"name", ""}, {"settings", std::move(settings)}}));
  return std::move(arm.settings);
}

std::string text_of_params(const model::Params& params) { return dumped(model::json_of(params)); }

Result<model::Params> params_from(std::string_view text) {
  KAB_TRY(const auto json, model::parse_json(text, "parameters"));
  return model::params_from(json);
}

std::string text_of_cpus(const std::vector<int>& cpus) {
  std::string text;
  for (const int cpu : cpus) {
    if (!text.empty()) text += ',';
    text += std::to_string(cpu);
  }
  return text;
}

Result<std::vector<int>> cpus_from(std::string_view text) {
  std::vector<int> cpus;
  if (text.empty()) return cpus;
  for (const auto part : split(text, ',')) {
    const auto cpu = parse_int(part);
    if (!cpu || *cpu < 0 || *cpu > 1'000'000)
      return fail_input("list of CPUs " + in_quotes(text) + " is not understood");
    cpus.push_back(static_cast<int>(*cpu));
  }
  return cpus;
}

}  // namespace kab::store
