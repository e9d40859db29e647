// JSON on one line, as little of it as the protocol needs and without dependencies: objects,
// arrays, strings, numbers, true/false/null, a few levels deep. Whatever comes in, an answer or an
// error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kab::wire {

/// One parsed value. Numbers keep their text, so that 64-bit whole numbers stay exact.
struct JsonValue {
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  std::string text = {};                // kBool: "true" or "false"; kNumber, kString
  std::vector<std::string> names = {};  // kObject: one for each of `values`, none twice
  std::vector<JsonValue> values = {};   // kArray, kObject

  /// The member called `name`, or nullptr.
  const JsonValue* member(std::string_view name) const;
};

/// The value that is all of `line` (white space around it is allowed). Errors (kInput) name the
/// byte, from 0, and what is wrong there. Strings must be UTF-8; at most 4 levels deep.
Result<JsonValue> parse_json_line(std::string_view line);

/// Writes one object, member by member in the order of the calls.
class JsonObject {
 public:
  JsonObject& add(std::string_view name, std::string_view text);
  JsonObject& add(std::string_view name, const char* text);
  JsonObject& add(std::string_view name, std::uint64_t number);
  JsonObject& add(std::string_view name, std::int64_t number);
  JsonObject& add(std::string_view name, int number);
  JsonObject& add(std::string_view name, double number);  // null unless finite
  /// `json` is JSON already: a nested object or array.
  JsonObject& add_json(std::string_view name, std::string_view json);

  /// The object as JSON, without a newline.
  std::string json() const;

 private:
  std::string members_;
};

/// `text` in quotes, escaped. Bytes over 0x7f are passed on as they are.
std::string json_string(std::string_view text);

/// `[a,b,c]` of elements that are JSON already.
std::string json_array(const std::vector<std::string>& elements);

/// `text` with every byte that is not part of well-formed UTF-8 replaced by U+FFFD.
std::string as_utf8(std::string_view text);

}  // namespace kab::wire
