#include "report/table.h"

#include <algorithm>
#include <utility>

#include "report/visible.h"

namespace kab::report {
namespace {

std::string painted(const Cell& cell) {
  if (cell.sgr.empty()) return cell.text;
  return "\x1b[" + std::string(cell.sgr) + "m" + cell.text + "\x1b[0m";
}

// Spaces are held back until something follows them, so that no line ends in spaces.
void put(std::string& line, std::size_t& held, const Cell& cell, Align align, std::size_t width) {
  const auto padding = width - std::min(width, display_width(cell.text));
  if (align == Align::kRight) held += padding;
  if (!cell.text.empty()) {
    line += std::string(std::exchange(held, 0), ' ') + painted(cell);
  }
  if (align == Align::kLeft) held += padding;
}

std::string line_of(const std::vector<Cell>& cells, const std::vector<Column>& columns,
                    const std::vector<std::size_t>& widths, std::size_t indent) {
  std::string line;
  std::size_t held = indent;
  for (std::size_t at = 0; at < columns.size(); ++at) {
    if (at > 0) held += columns[at].gap;
    put(line, held, cells[at], columns[at].align, widths[at]);
  }
  return line + '\n';
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add_row(std::vector<Cell> cells) {
  cells.resize(columns_.size());
  rows_.push_back({std::move(cells), ""});
}

void Table::add_heading(std::string line) { rows_.push_back({{}, std::move(line)}); }

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t at = 0; at < columns_.size(); ++at) {
    auto width = display_width(columns_[at].header);
    for (const auto& row : rows_)
      if (!row.cells.empty()) width = std::max(width, display_width(row.cells[at].text));
    widths.push_back(width);
  }
  return widths;
}

bool Table::has_header() const {
  return std::ranges::any_of(columns_, [](const Column& c) { return !c.header.empty(); });
}

std::size_t Table::width() const {
  const auto all = widths();
  std::size_t sum = 0;
  for (std::size_t at = 0; at < all.size(); ++at) sum += all[at] + (at > 0 ? columns_[at].gap : 0);
  return sum;
}

std::string Table::render(std::size_t indent) const {
  const auto all = widths();
  std::string out;
  if (has_header()) {
    std::vector<Cell> header;
    for (const auto& column : columns_) header.push_back({column.header});
    out += line_of(header, columns_, all, indent);
  }
  for (const auto& row : rows_) {
    out += row.cells.empty() ? row.heading + '\n' : line_of(row.cells, columns_, all, indent);
  }
  return out;
}

}  // namespace kab::report
