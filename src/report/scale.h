// The unit and the number of decimals that a row of values shares, so that its numbers can be
// compared at sight.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kab::report {

struct Scale {
  double divisor = 1;  // a value of the metric's unit, divided by this, is in `unit`
  std::string unit;
  int decimals = 0;
};

/// The scale for `values` of `unit`: ns, us, ms, s (alone or before a slash), B/s and op/s step by
/// thousands until the largest value is under 1000; other units stay. Decimals give the largest
/// four significant digits and the smallest two; whole numbers of other units stay whole.
/// Absent, infinite and NaN values do not count.
Scale scale_of(std::string_view unit, std::span<const std::optional<double>> values);

/// Whether the largest value is so many times the smallest (100, zeros left aside) that in one unit
/// the small ones would be left with too few digits.
bool far_apart(std::span<const std::optional<double>> values);

/// `scale` with the decimals that `value`, a difference, needs for three significant digits.
Scale scale_for_difference(const Scale& scale, std::optional<double> value);

/// "9.120", "1,147,411"; "-" for nothing, NaN and infinity. What rounding would make 0 is
/// "1.2e-09".
std::string number_in(const Scale& scale, std::optional<double> value);

/// number_in with '+' before what is positive; 0 has no sign.
std::string signed_in(const Scale& scale, std::optional<double> value);

/// "9.120 us/op", or "-".
std::string value_in(const Scale& scale, std::optional<double> value);

}  // namespace kab::report
