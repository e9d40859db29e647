// JSON for the readers: simdjson for speed, and an error that names file, line and column.
// Private to the readers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "base/result.h"
#include "readers/reader.h"

namespace kab::readers {

using Node = simdjson::dom::element;

/// A parsed document; nodes live as long as it does, and until it is moved.
class Document {
 public:
  /// kInput with line and column when the text is not one JSON document (nan, two documents, cut).
  static Result<Document> parse(const Input& input);

  // Asked anew each time: a node points at its parser, and a Document may have moved.
  Node root() const { return parser_.doc.root(); }

 private:
  simdjson::dom::parser parser_;
};

/// Member `key` of `node` where there is one of that type, else nothing.
std::optional<std::string_view> text_at(const Node& node, std::string_view key);
std::optional<double> number_at(const Node& node, std::string_view key);
bool is_true_at(const Node& node, std::string_view key);
std::optional<simdjson::dom::array> array_at(const Node& node, std::string_view key);
std::optional<Node> node_at(const Node& node, std::string_view key);

/// Whether the text starts as a JSON object, which holds all of these words in quotes in its first
/// megabyte: the form of a file shows early, and the file may be long.
bool is_json_with(const Input& input, std::initializer_list<std::string_view> keys);

}  // namespace kab::readers
