// The comparison tables of the kernel test robot: "value  change  value  name" under two commits.
// The values are read; the change is only checked against them. A change without "%" is a
// difference in points. A missing "±" is a spread that the robot did not print, not one of 0.
#include <cmath>
#include <cstddef>
#include <optional>

#include "base/number.h"
#include "base/text.h"
#include "readers/lines.h"
#include "readers/number.h"
#include "readers/part.h"
#include "readers/reader.h"
#include "readers/sample_sets.h"
#include "readers/side.h"

namespace kab::readers {

Reader lkp_table_reader();

namespace {

constexpr std::string_view kPlusMinus = "\u00b1";

bool is_heading(std::string_view line) {
  const auto fields = words(line);
  return fields.size() == 3 && fields[0] == "%stddev" && fields[1] == "%change" &&
         fields[2] == "%stddev";
}

Confidence recognises(const Input& input) {
  return any_head_line(input, is_heading) ? Confidence::kCertain : Confidence::kNo;
}

struct Row {
  std::string_view name;
  std::string_view values[2];
  std::string_view change;
};

// The fields without the spreads, which stand as "± 55%" or "±101%" behind their values.
std::optional<Row> row_of(std::string_view line) {
  std::vector<std::string_view> fields;
  const auto all = words(line);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == kPlusMinus) {
      ++i;
    } else if (!all[i].starts_with(kPlusMinus)) {
      fields.push_back(all[i]);
    }
  }
  if (fields.size() != 4 || !is_number(fields[0]) || !is_number(fields[2])) return std::nullopt;
  return Row{.name = fields[3], .values = {fields[0], fields[2]}, .change = fields[1]};
}

bool is_in_points(const Row& row) { return !row.change.ends_with('%'); }

// Only rates and counts of operations say which way is better.
model::Metric metric_of(const Row& row) {
  using model::Better;
  if (row.name.ends_with("ops_per_sec"))
    return {.name = "op/s", .unit = "op/s", .better = Better::kHigher};
  if (row.name.ends_with(".ops")) return {.name = "op", .unit = "op", .better = Better::kHigher};
  const bool percent = row.name.ends_with('%') || is_in_points(row);
  return {.name = "number", .unit = percent ? "%" : "", .better = Better::kLower};
}

// Whether the printed change is that of the printed values, which have four digits or two decimals.
bool agrees(const Row& row) {
  const auto from = parse_double(row.values[0]);
  const auto to = parse_double(row.values[1]);
  const auto printed =
      parse_double(is_in_points(row) ? row.change : row.change.substr(0, row.change.size() - 1));
  if (!from || !to || !printed) return true;
  const double digits = 1e-3 * std::max(std::fabs(*from), std::fabs(*to));
  if (is_in_points(row)) return std::fabs(*to - *from - *printed) <= 0.06 + digits;
  if (*from == 0) return false;
  const double rounding = (0.01 + digits) / std::fabs(*from);
  return std::fabs((*to / *from - 1) * 100 - *printed) <= 0.06 + 100 * rounding;
}

// The two commits stand above a line of dashes.
std::vector<std::string> commits_of(const Input& input) {
  std::vector<std::string> commits;
  any_head_line(input, [&](std::string_view line) {
    if (line.starts_with("----")) return true;
    const auto fields = words(line);
    if (fields.size() == 2) commits.assign(fields.begin(), fields.end());
    return false;
  });
  if (commits.size() != 2) return {"first", "second"};
  return commits;
}

Result<SampleFile> read(const Input& input, const Options& options) {
  KAB_TRY(const auto side, side_of(input, commits_of(input), options.column));
  ValueParser parser(input.name, options.invalid);
  SampleSets sets;
  std::vector<std::string> doubtful;
  std::size_t number = 0;
  for (const auto line : split(input.text, '\n')) {
    ++number;
    const auto row = row_of(line);
    if (!row) continue;
    const auto metric = metric_of(*row);
    auto& set = sets.at(row->name, metric);
    set.direction_known = metric.better == model::Better::kHigher;
    KAB_CHECK(parser.parse(row->values[side], number, set.values));
    if (!agrees(*row)) doubtful.emplace_back(row->name);
  }
  SampleFile file{.reader = "lkp-table", .sets = sets.take(), .remarks = parser.remarks()};
  file.remarks.push_back(
      {.code = "means-only",
       .text = input.name + ": each value is the mean of runs that are not in the table"});
  if (!doubtful.empty())
    file.remarks.push_back(
        {.code = "inconsistent",
         .text = input.name +
                 ": the printed change is not that of the values: " + joined(doubtful, ", ")});
  return file;
}

}  // namespace

Reader lkp_table_reader() {
  return {.name = "lkp-table",
          .summary = "comparison tables of the kernel test robot; x:1 and x:2 are its sides",
          .recognises = recognises,
          .read = read};
}

}  // namespace kab::readers
