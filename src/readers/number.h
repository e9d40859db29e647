// One value of a file: a finite decimal number, or an error that shows the line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "readers/reader.h"

namespace kab::readers {

/// Turns text into values by the rules that are the same in every text file: a decimal point
/// whatever the locale, no separators between thousands, no unit, nan and inf refused or counted.
class ValueParser {
 public:
  ValueParser(std::string name, Invalid invalid) : name_(std::move(name)), invalid_(invalid) {}

  /// Appends the value of `text` (which stands on `line`, from 1) to `values`; nan and inf are
  /// counted instead where they are skipped.
  Result<void> parse(std::string_view text, std::size_t line, std::vector<double>& values);

  /// The remark about what was skipped, if anything was.
  std::vector<model::Remark> remarks() const;

 private:
  std::unexpected<Error> refuse(std::string_view text, std::size_t line) const;

  std::string name_;
  Invalid invalid_;
  std::size_t skipped_ = 0;
};

/// The finite number that `text` starts with, up to the end of its line, and nothing else on that
/// line: appended to `values`. Returns the number of bytes up to that end, or 0 when the line is
/// anything else. This is the fast way through files of millions of lines.
std::size_t parse_bare_line(std::string_view text, std::vector<double>& values);

/// Whether `text` is a number by the rules above (nan and inf included).
bool is_number(std::string_view text);

/// "file:12: "; in front of what is wrong with that line.
std::string at_line(std::string_view name, std::size_t line);

}  // namespace kab::readers
