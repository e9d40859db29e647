#include "report/comparison_table.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "report/facts.h"
#include "report/row.h"
#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

constexpr std::size_t kLongestName = 20;  // of an arm or a metric, in columns

enum class Subjects { kInColumn, kAsHeadings, kAsHeadingsWithBaseline };
enum class Extras { kAll, kWithoutAbsolute, kNone };
struct Layout {
  Subjects subjects;
  Extras extras;
};
constexpr std::array kSubjects = {Subjects::kInColumn, Subjects::kAsHeadings,
                                  Subjects::kAsHeadingsWithBaseline};
constexpr std::array kExtras = {Extras::kAll, Extras::kWithoutAbsolute, Extras::kNone};

// What all rows have in common decides which columns are worth their place.
struct Shape {
  bool one_pair = true;   // the same baseline and arm everywhere: their names head the columns
  bool uniform_n = true;  // then n stands below the table only
};

Shape shape_of(const std::vector<Row>& rows) {
  Shape shape;
  for (const auto& row : rows) {
    const auto& first = rows.front();
    shape.one_pair = shape.one_pair && row.baseline == first.baseline && row.arm == first.arm;
    shape.uniform_n = shape.uniform_n && row.n == first.n;
  }
  return shape;
}

std::string_view color_of(const Row& row, Color color) {
  if (color == Color::kNever || !row.verdict) return {};
  switch (*row.verdict) {
    case model::Verdict::kSlower:
      return "31";  // red
    case model::Verdict::kFaster:
      return "32";  // green
    case model::Verdict::kSame:
    case model::Verdict::kUndecided:
      return {};
  }
  return {};
}

struct Field {
  Column column;
  Cell cell;
};

std::string name_of(std::string_view text, const RenderOptions& options) {
  return cut_middle(text, kLongestName, options.glyphs);
}

// The columns that say what is compared, up to the arm's median.
std::vector<Field> leading_fields(const Row& row, const Shape& shape, Layout layout,
                                  const RenderOptions& options) {
  const auto baseline = name_of(row.baseline, options);
  const auto arm = name_of(row.arm, options);
  if (layout.subjects == Subjects::kAsHeadingsWithBaseline)
    return {{{"arm"}, {arm}}, {{"median", Align::kRight}, {row.arm_value.number}}};
  std::vector<Field> fields;
  if (layout.subjects == Subjects::kInColumn) fields.push_back({{"workload"}, {row.title}});
  fields.push_back({{"metric"}, {name_of(row.metric, options)}});
  if (!shape.one_pair) fields.push_back({{"arm"}, {arm}});
  fields.push_back(
      {{shape.one_pair ? baseline : "baseline", Align::kRight}, {row.baseline_value.text}});
  fields.push_back({{shape.one_pair ? arm : "median", Align::kRight}, {row.arm_value.number}});
  return fields;
}

std::vector<Field> fields_of(const Row& row, const Shape& shape, Layout layout,
                             const RenderOptions& options) {
  auto fields = leading_fields(row, shape, layout, options);
  fields.push_back({{"change", Align::kRight}, {row.change.change}});
  fields.push_back({{"", Align::kLeft, 1}, {row.change.interval}});
  if (layout.extras == Extras::kAll)
    fields.push_back({{"absolute", Align::kRight}, {row.absolute.text}});
  if (layout.extras != Extras::kNone) fields.push_back({{"p", Align::kRight}, {row.p}});
  if (!shape.uniform_n) fields.push_back({{"n", Align::kRight}, {row.n}});
  fields.push_back({{"verdict"}, {verdict_text(row), color_of(row, options.color)}});
  return fields;
}

// The line above the rows of a subject; empty where the subject has a column.
std::string heading_of(const Row& row, Layout layout, const RenderOptions& options) {
  const auto columns = columns_of(options);
  switch (layout.subjects) {
    case Subjects::kInColumn:
      return {};
    case Subjects::kAsHeadings:
      return cut_middle(row.title, columns, options.glyphs);
    case Subjects::kAsHeadingsWithBaseline: {
      auto tail = ", " + name_of(row.metric, options);
      if (!row.baseline_value.text.empty())
        tail += ": " + name_of(row.baseline, options) + " " + row.baseline_value.text;
      const auto room = columns - std::min(columns, display_width(tail));
      return cut_middle(row.title, std::max<std::size_t>(room, 1), options.glyphs) + tail;
    }
  }
  return {};
}

Table table_of(const std::vector<Row>& rows, const Shape& shape, Layout layout,
               const RenderOptions& options) {
  std::vector<Column> columns;
  for (auto& field : fields_of(rows.front(), shape, layout, options))
    columns.push_back(std::move(field.column));
  Table table(std::move(columns));
  std::string last_heading;
  for (const auto& row : rows) {
    auto heading = heading_of(row, layout, options);
    if (heading != last_heading) table.add_heading(heading);
    last_heading = std::move(heading);
    std::vector<Cell> cells;
    for (auto& field : fields_of(row, shape, layout, options))
      cells.push_back(std::move(field.cell));
    table.add_row(std::move(cells));
  }
  return table;
}

// One field a line, for narrow places and long units.
std::string stacked(const std::vector<Row>& rows, const RenderOptions& options) {
  std::string out;
  std::string_view subject;
  for (const auto& row : rows) {
    if (row.title != subject)
      out += cut_middle(row.title, columns_of(options), options.glyphs) + '\n';
    subject = row.title;
    Table table({{"", Align::kLeft}, {"", Align::kLeft}});
    const auto room = columns_of(options) - 2 - kLongestName - 2;
    const auto add = [&](std::string_view label, std::string_view text, std::string_view sgr) {
      if (text.empty()) return;
      table.add_row({{cut_middle(label, kLongestName, options.glyphs)},
                     {cut_middle(text, room, options.glyphs), sgr}});
    };
    add("metric", row.metric, {});
    add(row.baseline, row.baseline_value.text, {});
    add(row.arm, row.arm_value.text, {});
    add("change", change_of(row), {});
    add("absolute", row.absolute.text, {});
    add("p", row.p, {});
    add("n", row.n, {});
    add("verdict", verdict_text(row), color_of(row, options.color));
    out += table.render(2);
  }
  return out;
}

}  // namespace

std::string comparison_table(const model::Judgement& judgement, const RenderOptions& options) {
  std::vector<Row> rows;
  for (const auto& comparison : judgement.comparisons)
    rows.push_back(row_of(comparison, options.glyphs));
  if (rows.empty()) return "nothing was compared\n";
  const auto shape = shape_of(rows);
  for (const auto& mean : judgement.means) rows.push_back(row_of(mean, options.glyphs));
  for (const auto extras : kExtras) {
    for (const auto subjects : kSubjects) {
      const auto table = table_of(rows, shape, {subjects, extras}, options);
      const std::size_t indent = subjects == Subjects::kInColumn ? 0 : 2;
      if (indent + table.width() <= columns_of(options)) return table.render(indent);
    }
  }
  return stacked(rows, options);
}

}  // namespace kab::report
