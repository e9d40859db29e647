// will-it-scale's table: operations per second of all processes, and of all threads, by the number
// of tasks. The row of 0 tasks is a reference without load; a kind that never ran is not measured.
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/number.h"
#include "base/text.h"
#include "readers/lines.h"
#include "readers/number.h"
#include "readers/part.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

Reader will_it_scale_reader();

namespace {

constexpr std::string_view kHeader = "tasks,processes,processes_idle,threads,threads_idle,linear";

struct Kind {
  std::string_view name;
  std::size_t column;
};
constexpr std::array kKinds = {Kind{"processes", 1}, Kind{"threads", 3}};

const model::Metric kRate{.name = "op/s", .unit = "op/s", .better = model::Better::kHigher};

bool is_assertion(std::string_view line) {
  return line.find(": Assertion `") != std::string_view::npos && line.ends_with("failed.");
}

Confidence recognises(const Input& input) {
  if (any_head_line(input, [](auto line) { return trimmed(line) == kHeader; }))
    return Confidence::kCertain;
  return any_head_line(input, is_assertion) ? Confidence::kLikely : Confidence::kNo;
}

struct Row {
  std::size_t line;
  std::uint64_t tasks;
  std::vector<std::string_view> fields;
};

struct Table {
  std::vector<Row> rows;
  std::vector<std::string_view> assertions;
};

Result<Row> row_of(const Input& input, std::string_view line, std::size_t number) {
  Row row{.line = number, .tasks = 0, .fields = split(line, ',')};
  const auto tasks = parse_uint(row.fields[0]);
  if (!tasks || row.fields.size() != split(kHeader, ',').size())
    return fail_input(at_line(input.name, number) + in_quotes(line) +
                      " is no row of will-it-scale");
  row.tasks = *tasks;
  return row;
}

// Several tables may follow each other; lines outside them are the runner's own.
Result<Table> table_of(const Input& input) {
  Table table;
  bool inside = false;
  std::size_t number = 0;
  for (const auto raw : split(input.text, '\n')) {
    ++number;
    const auto line = trimmed(raw);
    if (is_assertion(line)) {
      table.assertions.push_back(line);
    } else if (line == kHeader) {
      inside = true;
    } else if (line.find(',') == std::string_view::npos) {
      inside = false;
    } else if (inside) {
      KAB_TRY(auto row, row_of(input, line, number));
      if (row.tasks > 0) table.rows.push_back(std::move(row));
    }
  }
  return table;
}

bool ran(const Table& table, const Kind& kind) {
  for (const auto& row : table.rows)
    if (const auto value = parse_double(row.fields[kind.column]); !value || *value != 0)
      return true;
  return false;
}

std::string each_text(double rate) { return shortest(std::round(rate * 100) / 100) + " op/s each"; }

Result<void> read_kind(const Table& table, const Kind& kind, ValueParser& parser,
                       SampleSets& sets) {
  for (const auto& row : table.rows) {
    auto& set = sets.at(std::to_string(row.tasks) + " " + std::string(kind.name), kRate);
    KAB_CHECK(parser.parse(row.fields[kind.column], row.line, set.values));
    if (set.values.empty()) continue;
    set.note = each_text(set.values.back() / static_cast<double>(row.tasks));
  }
  return {};
}

model::Remark assertion_remark(const Input& input, const Table& table) {
  return {.code = "failed-runs",
          .text = input.name + ": " + std::to_string(table.assertions.size()) +
                  " failed assertions, first " + in_quotes(table.assertions.front(), 200)};
}

Result<SampleFile> read(const Input& input, const Options& options) {
  KAB_TRY(const auto table, table_of(input));
  ValueParser parser(input.name, options.invalid);
  SampleSets sets;
  std::vector<model::Remark> remarks;
  for (const auto& kind : kKinds) {
    if (ran(table, kind)) {
      KAB_CHECK(read_kind(table, kind, parser, sets));
    } else if (!table.rows.empty()) {
      remarks.push_back({.code = "not-measured",
                         .text = input.name + ": " + std::string(kind.name) +
                                 " did not run; their zeros are no measurements"});
    }
  }
  if (!table.assertions.empty()) remarks.push_back(assertion_remark(input, table));
  SampleFile file{.reader = "will-it-scale", .sets = sets.take(), .remarks = parser.remarks()};
  file.remarks.insert(file.remarks.end(), remarks.begin(), remarks.end());
  KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader will_it_scale_reader() {
  return {.name = "will-it-scale",
          .summary = "will-it-scale's table: operations per second by tasks",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
