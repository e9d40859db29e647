// How a command's number is found in what it prints: --number stdout | REGEX | json:/pointer.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace kab::trial {

class NumberSource {
 public:
  /// "stdout": the output is one number. "json:/a/b": a JSON pointer (RFC 6901). Anything else: an
  /// POSIX extended regular expression, searched line by line, whose first group (or whole match)
  /// is the number; the last match counts. kInput when the expression or pointer is malformed.
  static Result<NumberSource> parse(std::string_view how);

  /// The number, finite. kUnavailable says what was printed instead (nothing, nan, text).
  Result<double> number_in(std::string_view output) const;

  const std::string& how() const { return how_; }

 private:
  enum class Kind { kWhole, kRegex, kPointer };
  NumberSource(Kind kind, std::string how) : kind_(kind), how_(std::move(how)) {}
  Kind kind_;
  std::string how_;
};

}  // namespace kab::trial
