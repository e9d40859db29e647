// Plain numbers, one a line: what ministat, sort and awk users have. '#' starts a comment.
// Of several fields between blanks the first one counts, or the one that ":N" names.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/number.h"
#include "base/text.h"
#include "readers/number.h"
#include "readers/reader.h"

namespace kab::readers {

Reader plain_reader();

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

// The line from `at` on, without its end; `at` moves behind it.
std::string_view next_line(std::string_view text, std::size_t& at) {
  const auto* start = text.data() + at;
  const auto* end = static_cast<const char*>(std::memchr(start, '\n', text.size() - at));
  const auto length = end == nullptr ? text.size() - at : static_cast<std::size_t>(end - start);
  at += length + 1;
  return {start, length};
}

// The next field of `rest`, empty at the end of the line or where a comment starts.
std::string_view next_field(std::string_view& rest) {
  std::size_t from = 0;
  while (from < rest.size() && is_blank(rest[from])) ++from;
  std::size_t to = from;
  while (to < rest.size() && !is_blank(rest[to])) ++to;
  const auto field = rest.substr(from, to - from);
  if (field.starts_with('#')) {
    rest = {};
    return {};
  }
  rest.remove_prefix(to);
  return field;
}

Confidence recognises(const Input& input) {
  for (std::size_t at = 0; at < input.text.size();) {
    auto line = next_line(input.text, at);
    const auto field = next_field(line);
    if (field.empty()) continue;
    return is_number(field) ? Confidence::kLikely : Confidence::kNo;
  }
  return Confidence::kPossible;  // nothing but comments: this reader's words fit best
}

Result<std::size_t> column_of(const Input& input, const std::string& column) {
  if (column.empty()) return std::size_t{1};
  const auto number = parse_uint(column);
  if (!number || *number == 0)
    return fail_input(input.name + " has no names of columns, so " + in_quotes(column) +
                      " must be a number: :2 is the second");
  return static_cast<std::size_t>(*number);
}

std::string_view field_at(std::string_view& line, std::size_t column) {
  auto field = next_field(line);
  for (std::size_t i = 1; i < column && !field.empty(); ++i) field = next_field(line);
  return field;
}

bool is_without_fields(std::string_view line) { return next_field(line).empty(); }

model::Remark fields_remark(const Input& input) {
  return {.code = "fields-ignored",
          .text = input.name + ": only the first field of each line was read; " +
                  file_name_of(input) + ":2 reads the second"};
}

Result<SampleFile> read(const Input& input, const Options& options) {
  KAB_TRY(const auto column, column_of(input, options.column));
  ValueParser parser(input.name, options.invalid);
  SampleSet set;
  set.benchmark = file_name_of(input);
  set.metric.name = "number";
  set.values.reserve(
      static_cast<std::size_t>(std::count(input.text.begin(), input.text.end(), '\n')) + 1);
  bool has_more_fields = false;
  std::size_t number = 0;
  for (std::size_t at = 0; at < input.text.size();) {
    ++number;
    const auto bare = column == 1 ? parse_bare_line(input.text.substr(at), set.values) : 0;
    if (bare > 0) {
      at += bare + 1;
      continue;
    }
    auto line = next_line(input.text, at);
    const auto whole = line;
    const auto field = field_at(line, column);
    if (field.empty() && is_without_fields(whole)) continue;
    if (field.empty())
      return fail_input(at_line(input.name, number) + "there is no field " +
                        std::to_string(column));
    KAB_CHECK(parser.parse(field, number, set.values));
    if (options.column.empty() && !line.empty() && !next_field(line).empty())
      has_more_fields = true;
  }
  SampleFile file{.reader = "plain", .sets = {}, .remarks = parser.remarks()};
  if (has_more_fields) file.remarks.push_back(fields_remark(input));
  file.sets.push_back(std::move(set));
  return file;
}

}  // namespace

Reader plain_reader() {
  return {.name = "plain",
          .summary = "plain numbers, one a line; '#' starts a comment",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
