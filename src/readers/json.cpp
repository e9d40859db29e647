#include "readers/json.h"

#include <utility>

#include "base/text.h"
#include "model/json.h"

namespace kab::readers {
namespace {

// simdjson's DOM says what is wrong but not where; the slower parser is asked only then.
// Its message: "<name>: [json.exception.…] parse error at line 3, column 7: <why>".
std::unexpected<Error> located(const Input& input, std::string_view fallback) {
  const auto parsed = model::parse_json(input.text, input.name);
  if (parsed) return fail_input(input.name + ": not understood as JSON: " + std::string(fallback));
  const std::string_view message = parsed.error().message;
  const auto bracket = message.find("] ");
  const auto why = bracket == std::string_view::npos ? message : message.substr(bracket + 2);
  const bool second = why.find("expected end of input") != std::string_view::npos;
  return fail_input(input.name + " is not JSON: " + std::string(why) +
                    (second ? "; a second document starts there: one a file, please" : ""));
}

template <class T>
std::optional<T> member(const Node& node, std::string_view key) {
  T value;
  if (node[key].get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}

}  // namespace

Result<Document> Document::parse(const Input& input) {
  Document document;
  // A copy of the text is made only where the parser may not read on behind its end.
  const bool copied = input.room_behind < simdjson::SIMDJSON_PADDING;
  const auto problem = document.parser_.parse(input.text.data(), input.text.size(), copied).error();
  if (problem != simdjson::SUCCESS) return located(input, simdjson::error_message(problem));
  return document;
}

std::optional<std::string_view> text_at(const Node& node, std::string_view key) {
  return member<std::string_view>(node, key);
}

std::optional<double> number_at(const Node& node, std::string_view key) {
  return member<double>(node, key);
}

bool is_true_at(const Node& node, std::string_view key) {
  return member<bool>(node, key).value_or(false);
}

std::optional<simdjson::dom::array> array_at(const Node& node, std::string_view key) {
  return member<simdjson::dom::array>(node, key);
}

std::optional<Node> node_at(const Node& node, std::string_view key) {
  return member<Node>(node, key);
}

bool is_json_with(const Input& input, std::initializer_list<std::string_view> keys) {
  const auto first = input.text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos || input.text[first] != '{') return false;
  constexpr std::size_t kLookedAt = std::size_t{1} << 20;
  const auto start = input.text.substr(0, kLookedAt);
  for (const auto key : keys)
    if (start.find('"' + std::string(key) + '"') == std::string_view::npos) return false;
  return true;
}

}  // namespace kab::readers
