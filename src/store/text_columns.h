// Lists and key-value pairs as the text of one column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/arm.h"

namespace kab::store {

/// ["a","b"]: a JSON array; bytes that are not UTF-8 become U+FFFD.
std::string text_of_words(const std::vector<std::string>& words);
Result<std::vector<std::string>> words_from(std::string_view text);

/// [["env.LANG","C"]]: a JSON array of pairs, in the user's order.
std::string text_of_settings(const std::vector<model::ArmSetting>& settings);
Result<std::vector<model::ArmSetting>> settings_from(std::string_view text);

/// {"size":16}: a JSON object.
std::string text_of_params(const model::Params& params);
Result<model::Params> params_from(std::string_view text);

/// "0,3": CPU numbers; empty for none.
std::string text_of_cpus(const std::vector<int>& cpus);
Result<std::vector<int>> cpus_from(std::string_view text);

}  // namespace kab::store
