#include "wire/json_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number.h"
#include "wire/utf8.h"

namespace kab::wire {
namespace {

constexpr int kDeepest = 4;
constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kDigits = "0123456789";

/// Recursive descent over one line; the depth is bounded, so the stack is too.
class Parser {
 public:
  explicit Parser(std::string_view line) : line_(line) {}

  Result<JsonValue> whole() {
    KAB_TRY(JsonValue value, parse_value(0));
    skip_space();
    if (at_ < line_.size()) return wrong("more after the end of the value");
    return value;
  }

 private:
  std::unexpected<Error> wrong(std::string_view what) const {
    return fail_input("not JSON at byte " + std::to_string(at_) + ": " + std::string(what));
  }

  void skip_space() { at_ = std::min(line_.find_first_not_of(kSpace, at_), line_.size()); }

  char peek() const { return at_ < line_.size() ? line_[at_] : '\0'; }

  bool take(std::string_view expected) {
    if (!line_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }

  Result<JsonValue> parse_value(int depth) {
    skip_space();
    if (at_ == line_.size()) return wrong("the line ends where a value is expected");
    if (peek() == '{' || peek() == '[') {
      if (depth == kDeepest) return wrong("nested too deeply");
      return peek() == '{' ? parse_object(depth) : parse_array(depth);
    }
    if (peek() == '"') {
      KAB_TRY(std::string text, parse_string());
      return JsonValue{.kind = JsonValue::Kind::kString, .text = std::move(text)};
    }
    if (take("true")) return JsonValue{.kind = JsonValue::Kind::kBool, .text = "true"};
    if (take("false")) return JsonValue{.kind = JsonValue::Kind::kBool, .text = "false"};
    if (take("null")) return JsonValue{};
    return parse_number();
  }

  Result<JsonValue> parse_object(int depth) {
    JsonValue object{.kind = JsonValue::Kind::kObject};
    ++at_;
    skip_space();
    if (take("}")) return object;
    for (;;) {
      skip_space();
      if (peek() != '"') return wrong("a member's name in quotes is expected");
      KAB_TRY(std::string name, parse_string());
      if (object.member(name) != nullptr) return wrong("the member before this is there twice");
      skip_space();
      if (!take(":")) return wrong("a colon is expected");
      KAB_TRY(JsonValue value, parse_value(depth + 1));
      object.names.push_back(std::move(name));
      object.values.push_back(std::move(value));
      skip_space();
      if (take("}")) return object;
      if (!take(",")) return wrong("a comma or } is expected");
    }
  }

  Result<JsonValue> parse_array(int depth) {
    JsonValue array{.kind = JsonValue::Kind::kArray};
    ++at_;
    skip_space();
    if (take("]")) return array;
    for (;;) {
      KAB_TRY(JsonValue value, parse_value(depth + 1));
      array.values.push_back(std::move(value));
      skip_space();
      if (take("]")) return array;
      if (!take(",")) return wrong("a comma or ] is expected");
    }
  }

  Result<std::string> parse_string() {
    std::string text;
    ++at_;
    for (;;) {
      if (at_ == line_.size()) return wrong("the line ends inside a string");
      if (take("\"")) return text;
      if (take("\\")) {
        KAB_CHECK(parse_escape(text));
        continue;
      }
      if (static_cast<unsigned char>(peek()) < 0x20) return wrong("a bare control character");
      const std::size_t length = utf8_length(line_.substr(at_));
      if (length == 0) return wrong("a byte that is not UTF-8");
      text += line_.substr(at_, length);
      at_ += length;
    }
  }

  Result<void> parse_escape(std::string& text) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    if (at_ == line_.size()) return wrong("the line ends inside a string");
    if (take("u")) {
      KAB_TRY(const std::uint32_t code, parse_code_point());
      append_utf8(text, code);
      return {};
    }
    const auto found = kLetters.find(peek());
    if (found == std::string_view::npos) return wrong("an escape that JSON does not have");
    text += kMeant[found];
    ++at_;
    return {};
  }

  /// The four digits after "\u", or two such groups where the first is a high surrogate.
  Result<std::uint32_t> parse_code_point() {
    KAB_TRY(const std::uint32_t first, parse_four_hex_digits());
    if (first < 0xd800 || first >= 0xe000) return first;
    if (first >= 0xdc00 || !take("\\u")) return wrong("half of a surrogate pair");
    KAB_TRY(const std::uint32_t second, parse_four_hex_digits());
    if (second < 0xdc00 || second >= 0xe000) return wrong("half of a surrogate pair");
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
  }

  Result<std::uint32_t> parse_four_hex_digits() {
    constexpr std::string_view kLower = "0123456789abcdef";
    constexpr std::string_view kUpper = "0123456789ABCDEF";
    std::uint32_t code = 0;
    for (int i = 0; i < 4; ++i) {
      const auto digit = std::min(kLower.find(peek()), kUpper.find(peek()));
      if (digit == std::string_view::npos) return wrong("four hex digits are expected");
      code = code << 4 | static_cast<std::uint32_t>(digit);
      ++at_;
    }
    return code;
  }

  Result<JsonValue> parse_number() {
    const std::size_t from = at_;
    take("-");
    if (!take("0")) KAB_CHECK(skip_digits());
    if (take(".")) KAB_CHECK(skip_digits());
    if (take("e") || take("E")) {
      if (!take("+")) take("-");
      KAB_CHECK(skip_digits());
    }
    return JsonValue{.kind = JsonValue::Kind::kNumber,
                     .text = std::string(line_.substr(from, at_ - from))};
  }

  Result<void> skip_digits() {
    const auto end = std::min(line_.find_first_not_of(kDigits, at_), line_.size());
    if (end == at_) return wrong("a value is expected");
    at_ = end;
    return {};
  }

  std::string_view line_;
  std::size_t at_ = 0;
};

}  // namespace

const JsonValue* JsonValue::member(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? nullptr : &values[static_cast<std::size_t>(found - names.begin())];
}

Result<JsonValue> parse_json_line(std::string_view line) { return Parser(line).whole(); }

JsonObject& JsonObject::add_json(std::string_view name, std::string_view json) {
  if (!members_.empty()) members_ += ',';
  members_ += json_string(name);
  members_ += ':';
  members_ += json;
  return *this;
}

JsonObject& JsonObject::add(std::string_view name, std::string_view text) {
  return add_json(name, json_string(text));
}
JsonObject& JsonObject::add(std::string_view name, const char* text) {
  return add(name, std::string_view(text));
}
JsonObject& JsonObject::add(std::string_view name, std::uint64_t number) {
  return add_json(name, std::to_string(number));
}
JsonObject& JsonObject::add(std::string_view name, std::int64_t number) {
  return add_json(name, std::to_string(number));
}
JsonObject& JsonObject::add(std::string_view name, int number) {
  return add_json(name, std::to_string(number));
}
JsonObject& JsonObject::add(std::string_view name, double number) {
  return add_json(name, std::isfinite(number) ? shortest(number) : "null");
}

std::string JsonObject::json() const { return '{' + members_ + '}'; }

std::string json_string(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15U];
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

std::string json_array(const std::vector<std::string>& elements) {
  std::string out = "[";
  for (const auto& element : elements) {
    if (&element != &elements.front()) out += ',';
    out += element;
  }
  out += ']';
  return out;
}

std::string as_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) append_utf8(out, 0xfffd);
    out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

}  // namespace kab::wire
