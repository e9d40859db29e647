// mmtests' comparison tables: "Amean 4  0.7863 ( 0.00%)  0.7350 ( 6.53%)", a column a kernel. There
// a positive percentage means better, whatever the metric. The values are read and their direction
// is told by that sign; the percentage itself is never used as a change.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>

#include "base/number.h"
#include "base/text.h"
#include "readers/lines.h"
#include "readers/number.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"
#include "readers/side.h"

namespace kab::readers {

Reader mmtests_reader();

namespace {

using model::Better;

struct Cell {
  std::string value;
  double percent = 0;
};

struct Row {
  std::string label;  // "Amean 4"
  std::vector<Cell> cells;
  std::size_t line = 0;
};

// Brackets as words of their own; stars only mark significance.
std::vector<std::string> fields_of(std::string_view line) {
  std::string spaced;
  for (const char c : line) {
    if (c == '(' || c == ')') {
      spaced += std::string(" ") + c + ' ';
    } else {
      spaced += c == '*' ? ' ' : c;
    }
  }
  const auto fields = words(spaced);
  return {fields.begin(), fields.end()};
}

std::optional<Cell> cell_at(const std::vector<std::string>& fields, std::size_t at) {
  if (at + 3 >= fields.size() || !is_number(fields[at]) || fields[at + 1] != "(" ||
      fields[at + 3] != ")" || !fields[at + 2].ends_with('%'))
    return std::nullopt;
  const auto percent = parse_double(fields[at + 2].substr(0, fields[at + 2].size() - 1));
  return percent ? std::optional(Cell{.value = fields[at], .percent = *percent}) : std::nullopt;
}

std::optional<Row> row_of(std::string_view line) {
  if (line.find('%') == std::string_view::npos) return std::nullopt;
  const auto fields = fields_of(line);
  Row row;
  std::size_t at = 0;
  for (; at < fields.size() && !cell_at(fields, at); ++at)
    row.label += (row.label.empty() ? "" : " ") + fields[at];
  for (; at < fields.size(); at += 4) {
    const auto cell = cell_at(fields, at);
    if (!cell) return std::nullopt;
    row.cells.push_back(*cell);
  }
  if (row.label.empty() || row.cells.size() < 2 || row.cells[0].percent != 0) return std::nullopt;
  return row;
}

Confidence recognises(const Input& input) {
  return any_head_line(input, [](auto line) { return row_of(line).has_value(); })
             ? Confidence::kCertain
             : Confidence::kNo;
}

struct Table {
  std::string title;
  std::vector<std::string> kernels;
  std::vector<Row> rows;
};

// A kernel's name is spread over the lines above the first row, a word a line.
void add_heading(Table& table, const std::vector<std::string_view>& heading, std::size_t columns) {
  table.kernels.assign(columns, "");
  for (const auto line : heading) {
    const auto fields = words(line);
    if (fields.size() != columns) {
      table.title = trimmed(line);
      continue;
    }
    for (std::size_t i = 0; i < columns; ++i)
      table.kernels[i] += (table.kernels[i].empty() ? "" : " ") + std::string(fields[i]);
  }
}

Result<Table> table_of(const Input& input) {
  Table table;
  std::vector<std::string_view> heading;
  std::size_t number = 0;
  for (const auto line : split(input.text, '\n')) {
    ++number;
    auto row = row_of(line);
    if (!row) {
      if (table.rows.empty() && !trimmed(line).empty()) heading.push_back(line);
      continue;
    }
    row->line = number;
    if (table.rows.empty()) add_heading(table, heading, row->cells.size());
    if (row->cells.size() != table.kernels.size())
      return fail_input(at_line(input.name, number) + std::to_string(row->cells.size()) +
                        " columns, where the first row has " +
                        std::to_string(table.kernels.size()));
    table.rows.push_back(std::move(*row));
  }
  return table;
}

std::string kind_of(const Row& row) { return row.label.substr(0, row.label.find(' ')); }

// The sign of the change that is largest in print, where rounding cannot turn it.
struct Votes {
  double largest = 0;
  Better better = Better::kLower;
};

// By kind of row ("Amean", "Hmean"): all of one kind have one direction.
std::map<std::string, Votes> directions_of(const Table& table) {
  std::map<std::string, Votes> votes;
  for (const auto& row : table.rows) {
    const auto base = parse_double(row.cells[0].value);
    for (const auto& cell : row.cells) {
      const auto value = parse_double(cell.value);
      auto& vote = votes[kind_of(row)];
      if (!base || !value || *value == *base || std::fabs(cell.percent) <= vote.largest) continue;
      vote.largest = std::fabs(cell.percent);
      vote.better = (*value > *base) == (cell.percent > 0) ? Better::kHigher : Better::kLower;
    }
  }
  return votes;
}

Result<SampleFile> read(const Input& input, const Options& options) {
  KAB_TRY(const auto table, table_of(input));
  if (table.rows.empty()) return fail_input(input.name + " holds no table of mmtests");
  KAB_TRY(const auto side, side_of(input, table.kernels, options.column));
  const auto votes = directions_of(table);
  ValueParser parser(input.name, options.invalid);
  SampleSets sets;
  for (const auto& row : table.rows) {
    const auto& vote = votes.at(kind_of(row));
    const auto name = table.title.empty() ? row.label : table.title + " " + row.label;
    auto& set = sets.at(name, {.name = kind_of(row), .unit = "", .better = vote.better});
    set.direction_known = vote.largest > 0;
    KAB_CHECK(parser.parse(row.cells[side].value, row.line, set.values));
  }
  SampleFile file{.reader = "mmtests", .sets = sets.take(), .remarks = parser.remarks()};
  file.remarks.push_back(
      {.code = "means-only",
       .text = input.name + ": each value sums up runs that are not in the table, where a positive "
                            "percentage means better"});
  return file;
}

}  // namespace

Reader mmtests_reader() {
  return {.name = "mmtests",
          .summary = "comparison tables of mmtests; x:1 and x:2 are its sides",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
