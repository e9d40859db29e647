#include "report/schema.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kab::report {
namespace {

using model::Json;

bool is_of_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "integer") return value.is_number_integer();
  return type == "number" && value.is_number();
}

class Checker {
 public:
  explicit Checker(const Json& root) : root_(root) {}

  void check(const Json& value, const Json& schema, const std::string& at) {
    if (schema.contains("$ref")) {
      const auto name = schema["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
      check(value, root_.at("$defs").at(name), at);
    }
    for (const auto& [keyword, rule] : schema.items()) check_keyword(value, keyword, rule, at);
    if (value.is_object()) check_members(value, schema, at);
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i)
        check(value[i], schema["items"], at + "/" + std::to_string(i));
  }

  std::vector<std::string> found;

 private:
  void expect(bool holds, const std::string& at, const std::string& what) {
    if (!holds) found.push_back(at + ": " + what);
  }

  void check_keyword(const Json& value, std::string_view keyword, const Json& rule,
                     const std::string& at) {
    constexpr std::array<std::string_view, 8> kElsewhere = {
        "$schema", "title",      "description",          "$defs",
        "$ref",    "properties", "additionalProperties", "items"};
    if (std::ranges::find(kElsewhere, keyword) != kElsewhere.end()) return;
    if (keyword == "type") {
      expect(has_type(value, rule), at, "is not " + rule.dump());
    } else if (keyword == "const") {
      expect(value == rule, at, "is not " + rule.dump());
    } else if (keyword == "enum") {
      expect(std::ranges::find(rule, value) != rule.end(), at, "is not one of " + rule.dump());
    } else if (keyword == "required") {
      for (const auto& key : rule)
        expect(!value.is_object() || value.contains(key.get<std::string>()), at,
               "lacks " + key.dump());
    } else {
      check_bound(value, keyword, rule, at);
    }
  }

  void check_bound(const Json& value, std::string_view keyword, const Json& rule,
                   const std::string& at) {
    const bool number = value.is_number();
    if (keyword == "minimum") {
      expect(!number || value >= rule, at, "is under " + rule.dump());
    } else if (keyword == "maximum") {
      expect(!number || value <= rule, at, "is over " + rule.dump());
    } else if (keyword == "exclusiveMinimum") {
      expect(!number || value > rule, at, "is not above " + rule.dump());
    } else if (keyword == "minItems") {
      expect(!value.is_array() || value.size() >= rule.get<std::size_t>(), at, "is too short");
    } else if (keyword == "maxItems") {
      expect(!value.is_array() || value.size() <= rule.get<std::size_t>(), at, "is too long");
    } else {
      expect(false, at, "has a rule that is not checked: " + std::string(keyword));
    }
  }

  static bool has_type(const Json& value, const Json& rule) {
    if (rule.is_string()) return is_of_type(value, rule.get<std::string>());
    return std::ranges::any_of(
        rule, [&](const Json& one) { return is_of_type(value, one.get<std::string>()); });
  }

  void check_members(const Json& value, const Json& schema, const std::string& at) {
    const Json properties = schema.value("properties", Json::object());
    const Json others = schema.value("additionalProperties", Json(true));
    for (const auto& [key, member] : value.items()) {
      if (properties.contains(key)) {
        check(member, properties.at(key), at + "/" + key);
      } else if (others.is_object()) {
        check(member, others, at + "/" + key);
      } else {
        expect(others == Json(true), at, "has an unknown member " + key);
      }
    }
  }

  const Json& root_;
};

}  // namespace

std::vector<std::string> breaches(const Json& document, const Json& schema) {
  Checker checker(schema);
  checker.check(document, schema, "");
  return checker.found;
}

}  // namespace kab::report
