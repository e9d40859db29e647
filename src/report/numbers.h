// Changes, intervals, shares, levels and p values as people read them. Nothing here ever gives
// "nan", "inf", a change of -100 % that is not one, or a p of 0.
#pragma once

#include <optional>
#include <string>

#include "base/interval.h"

namespace kab::report {

/// `value` if it is there and finite, else nothing.
std::optional<double> finite(std::optional<double> value);

/// `interval` if it is there and both ends are finite, else nothing.
std::optional<Interval> finite(const std::optional<Interval>& interval);

/// "-12.1" and "[-13.9, -10.4]" with their unit, in two parts so that a table can align both.
struct ChangeText {
  std::string change;    // "-12.1 %", "543 times", "-"
  std::string interval;  // "[-13.9, -10.4]", or empty

  bool operator==(const ChangeText&) const = default;
};

/// A change as a fraction of the baseline (-0.121 is -12.1 %). One decimal, or two where the
/// interval is narrower than a percentage point or the change under 0.1 %; from ten times the
/// baseline on, as a factor. A change that is not zero keeps its sign however small; zero has none.
ChangeText change_text(std::optional<double> change, const std::optional<Interval>& interval);

/// Both parts in one: "-12.1 % [-13.9, -10.4]".
std::string change_sentence(std::optional<double> change, const std::optional<Interval>& interval);

/// A share without sign: "3.0 %", "0.02 %", "<0.01 %", "140 %", or "-".
std::string share_text(std::optional<double> share);

/// A confidence level: "95 %", "97.5 %", "99.83 %"; never "100 %".
std::string level_text(double level);

/// `p` for a machine-readable report: an exact 0, which only underflow gives, is the least normal
/// double, since no p is 0.
std::optional<double> reportable_p(std::optional<double> p);

/// "0.032", "0.0012", "< 0.0001", or "-".
std::string p_text(std::optional<double> p);

}  // namespace kab::report
