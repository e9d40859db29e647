// Tables with a header: fields between commas, semicolons or tabs, in quotes where needed
// (RFC 4180). One column is read: "x.csv:name" or "x.csv:2".
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "base/number.h"
#include "base/text.h"
#include "readers/number.h"
#include "readers/reader.h"

namespace kab::readers {

Reader csv_reader();

namespace {

using Row = std::vector<std::string>;

// Rows one after the other; a quoted field may hold separators and line ends.
class Rows {
 public:
  Rows(std::string_view text, char separator) : text_(text), separator_(separator) {}

  /// The line that the row last read starts on, from 1.
  std::size_t line() const { return row_line_; }

  /// The next row that is neither blank nor a comment into `row`; false at the end.
  bool next(Row& row) {
    while (at_ < text_.size()) {
      row_line_ = line_;
      const auto start = at_;
      read_row(row);
      const auto raw = trimmed(text_.substr(start, at_ - start));
      if (!raw.empty() && !raw.starts_with('#')) return true;
    }
    return false;
  }

  bool ends_inside_quotes() const { return open_quote_; }

 private:
  void read_row(Row& row) {
    row.clear();
    row.push_back(field());
    while (at_ < text_.size() && text_[at_] == separator_) {
      ++at_;
      row.push_back(field());
    }
    if (at_ < text_.size()) ++at_;  // the line's end
    ++line_;
  }

  // Stops in front of the separator or line end behind the field.
  std::string field() {
    std::string out;
    while (at_ < text_.size() && (text_[at_] == ' ' && separator_ != ' ')) ++at_;
    if (at_ < text_.size() && text_[at_] == '"') out = quoted_part();
    const auto end = std::min(text_.find_first_of(stops(), at_), text_.size());
    out += text_.substr(at_, end - at_);
    at_ = end;
    return std::string(trimmed(out));
  }

  std::string quoted_part() {
    std::string out;
    open_quote_ = true;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') {
        if (at_ + 1 == text_.size() || text_[at_ + 1] != '"') break;
        ++at_;  // a doubled quote is one
      }
      if (text_[at_] == '\n') ++line_;
      out += text_[at_];
    }
    if (at_ == text_.size()) return out;
    open_quote_ = false;
    ++at_;
    return out;
  }

  std::string_view stops() const { return {stops_.data(), stops_.size()}; }

  std::string_view text_;
  char separator_;
  std::array<char, 2> stops_ = {separator_, '\n'};
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t row_line_ = 1;
  bool open_quote_ = false;
};

// The separator that cuts the first row into the most fields; ties go to the first of "\t;,":
// who separates by semicolons may have commas in numbers or names, hardly the reverse.
char separator_of(std::string_view text) {
  char best = ',';
  std::size_t most = 1;
  for (const char separator : {'\t', ';', ','}) {
    Row row;
    Rows rows(text, separator);
    if (rows.next(row) && row.size() > most) {
      most = row.size();
      best = separator;
    }
  }
  return best;
}

bool is_header(const Row& row) {
  return std::ranges::none_of(row, [](const auto& field) { return is_number(field); }) &&
         std::ranges::any_of(row, [](const auto& field) { return !field.empty(); });
}

Confidence recognises(const Input& input) {
  const bool named = input.name.ends_with(".csv") || input.name.ends_with(".tsv");
  const char first = input.text.empty() ? '\0' : input.text[0];
  if (first == '{' || first == '[') return Confidence::kNo;
  Row header;
  Rows rows(input.text, separator_of(input.text));
  if (!rows.next(header)) return Confidence::kNo;
  Row values;
  const bool table =
      is_header(header) && rows.next(values) && values.size() == header.size() &&
      std::ranges::any_of(values, [](const auto& field) { return is_number(field); });
  if (named) return table || header.size() > 1 ? Confidence::kCertain : Confidence::kPossible;
  return table && header.size() > 1 ? Confidence::kLikely : Confidence::kNo;
}

bool is_nameless(const Row& header) {
  return std::ranges::all_of(header, [](const auto& name) { return name.empty(); });
}

// Whether a message can show it without quotes, and a user type it as it stands.
bool is_plain(const std::string& name) { return in_quotes(name) == '"' + name + '"'; }

// "the columns a, b, c", cut where it would fill the screen.
std::string columns_text(const Row& header) {
  constexpr std::size_t kMost = 12;
  if (is_nameless(header))
    return std::to_string(header.size()) + " columns without names, which go by number";
  Row names = header;
  if (names.size() > kMost) {
    names.resize(kMost);
    names.emplace_back("...");
  }
  for (auto& name : names)
    if (!is_plain(name)) name = in_quotes(name);
  return "the columns " + joined(names, ", ");
}

std::optional<std::size_t> only_number_column(const Row& values) {
  std::optional<std::size_t> only;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_number(values[i])) continue;
    if (only) return std::nullopt;
    only = i;
  }
  return only;
}

Result<std::size_t> named_column(const Input& input, const Row& header, const std::string& column) {
  const auto found = std::ranges::find(header, column);
  if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  const auto number = parse_uint(column);
  if (number && *number >= 1 && *number <= header.size())
    return static_cast<std::size_t>(*number) - 1;
  return fail_input(input.name + " has no column " + in_quotes(column) + ", but " +
                    columns_text(header));
}

// `first_values` is the first row below the header; it decides where the user did not.
Result<std::size_t> column_of(const Input& input, const Row& header, const Row& first_values,
                              const std::string& column) {
  if (!column.empty()) return named_column(input, header, column);
  if (header.size() == 1) return std::size_t{0};
  if (const auto only = only_number_column(first_values)) return *only;
  const auto& name = header.back();
  const auto last = !name.empty() && is_plain(name) ? name : std::to_string(header.size());
  return fail_input(input.name + " has " + columns_text(header) +
                    "; choose one: " + file_name_of(input) + ":" + last);
}

class ColumnReader {
 public:
  ColumnReader(const Input& input, const Options& options)
      : input_(input), parser_(input.name, options.invalid) {}

  Result<void> add(const Row& row, std::size_t line, std::size_t width, std::size_t column) {
    if (row.size() != width)
      return fail_input(at_line(input_.name, line) + std::to_string(row.size()) +
                        " fields, where the first row has " + std::to_string(width));
    return parser_.parse(row[column], line, values_);
  }

  SampleFile take(const std::string& column_name) {
    SampleSet set;
    set.benchmark = column_name.empty() ? file_name_of(input_) : column_name;
    set.metric.name = "number";
    set.values = std::move(values_);
    SampleFile file{.reader = "csv", .sets = {}, .remarks = parser_.remarks()};
    file.sets.push_back(std::move(set));
    return file;
  }

 private:
  const Input& input_;
  ValueParser parser_;
  std::vector<double> values_;
};

Result<SampleFile> read(const Input& input, const Options& options) {
  Rows rows(input.text, separator_of(input.text));
  Row first;
  if (!rows.next(first)) return fail_input(input.name + " holds no rows");
  const auto width = first.size();
  const Row header = is_header(first) ? first : Row(width);
  Row row = first;
  if (is_header(first) && !rows.next(row))
    return fail_input(input.name + " holds a header and no rows below it");
  KAB_TRY(const auto column, column_of(input, header, row, options.column));
  ColumnReader values(input, options);
  do {
    KAB_CHECK(values.add(row, rows.line(), width, column));
  } while (rows.next(row));
  if (rows.ends_inside_quotes())
    return fail_input(at_line(input.name, rows.line()) + "a quote is opened here and never closed");
  return values.take(header[column]);
}

}  // namespace

Reader csv_reader() {
  return {.name = "csv",
          .summary = "a column of a table: fields between commas, semicolons or tabs",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
