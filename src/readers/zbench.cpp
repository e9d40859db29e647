// Tables with a mean and its unit in each cell, "12.31us ± 1.2us": zbench and its like. The mean is
// the value; runs of their own are not in such a table.
#include <cstddef>
#include <optional>

#include "base/text.h"
#include "readers/lines.h"
#include "readers/number.h"
#include "readers/part.h"
#include "readers/quantity.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"

namespace kab::readers {

Reader zbench_reader();

namespace {

constexpr std::string_view kPlusMinus = "\u00b1";

struct Row {
  std::string benchmark;
  std::string_view mean;
};

// Only where number and unit are one word on both sides: others write "7.33 ± 10%".
bool is_with_unit(std::string_view word) {
  const bool digit = !word.empty() && word[0] >= '0' && word[0] <= '9';
  return digit && !is_number(word) && !word.ends_with('%');
}

std::optional<Row> row_of(std::string_view line) {
  const auto fields = words(line);
  for (std::size_t i = 2; i + 1 < fields.size(); ++i) {
    if (fields[i] != kPlusMinus || !is_with_unit(fields[i - 1])) continue;
    if (!is_with_unit(fields[i + 1])) return std::nullopt;
    Row row{.benchmark = std::string(fields[0]), .mean = fields[i - 1]};
    for (std::size_t word = 1; word + 1 < i && !is_number(fields[word]); ++word)
      row.benchmark += ' ' + std::string(fields[word]);
    return row;
  }
  return std::nullopt;
}

Confidence recognises(const Input& input) {
  return any_head_line(input, [](auto line) { return row_of(line).has_value(); })
             ? Confidence::kCertain
             : Confidence::kNo;
}

Result<SampleFile> read(const Input& input, const Options& options) {
  SampleSets sets;
  std::size_t number = 0;
  for (const auto line : split(input.text, '\n')) {
    ++number;
    const auto row = row_of(line);
    if (!row) continue;
    const auto mean = quantity_of(row->mean);
    if (!mean) return fail_input(at_line(input.name, number) + mean.error().message);
    const model::Metric metric{.name = "time", .unit = mean->unit, .better = model::Better::kLower};
    if (!model::direction_of_unit(mean->unit))
      return fail_input(at_line(input.name, number) + in_quotes(row->mean) + " is no time");
    sets.at(row->benchmark, metric).values.push_back(mean->value);
  }
  SampleFile file{.reader = "zbench", .sets = sets.take(), .remarks = {}};
  file.remarks.push_back(
      {.code = "means-only",
       .text = input.name + ": each value is the mean of runs that are not in the file"});
  KAB_CHECK(keep_part(file, input, options.column));
  return file;
}

}  // namespace

Reader zbench_reader() {
  return {.name = "zbench",
          .summary = "tables of means with a unit in each cell, as zbench writes",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
