// A small table of aligned columns, widths computed from what is in them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kab::report {

enum class Align { kLeft, kRight };

struct Column {
  std::string header;
  Align align = Align::kLeft;
  std::size_t gap = 2;  // spaces before it, unless it is the first
};

struct Cell {
  std::string text;           // visible
  std::string_view sgr = {};  // "31": colour code put around the text, never counted as width
};

class Table {
 public:
  explicit Table(std::vector<Column> columns);

  /// A row; missing cells at the end are empty, cells beyond the columns are left out.
  void add_row(std::vector<Cell> cells);

  /// A line between rows that is not cut into columns and does not widen them.
  void add_heading(std::string line);

  /// The widest line in display columns, headings left aside.
  std::size_t width() const;

  /// Header, if any column has one, and rows; every line starts with `indent` spaces, ends without
  /// spaces. Headings stand at column 0.
  std::string render(std::size_t indent) const;

 private:
  struct Row {
    std::vector<Cell> cells;
    std::string heading;
  };
  std::vector<std::size_t> widths() const;
  bool has_header() const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace kab::report
