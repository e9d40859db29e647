#include "report/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "report/scale.h"

namespace kab::report {
namespace {

constexpr double kFactorFrom = 9;  // a change of +900 % is ten times the baseline

std::string without_trailing_zeros(std::string number) {
  if (number.find('.') == std::string::npos) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number;
}

// What is still above -100 % is not shown as -100 %: more decimals, and at last no rounding.
std::string near_total_loss(double percent, int decimals) {
  for (; decimals <= 4; ++decimals) {
    auto text = fmt::format("{:+.{}f}", percent, decimals);
    if (!text.starts_with("-100")) return text;
  }
  return "-99.9999";
}

std::string signed_percent(double fraction, int decimals) {
  const double percent = fraction * 100;
  if (percent == 0) return fmt::format("{:.{}f}", 0.0, decimals);
  if (percent > -100 && percent < -99) return near_total_loss(percent, decimals);
  if (std::fabs(percent) >= 1e9) return fmt::format("{:+.3g}", percent);
  // "-0.0" says nothing: one more decimal, and the sign of what is small but real.
  constexpr double kHalfATenth = 0.05;
  if (decimals < 2 && std::fabs(percent) < kHalfATenth) decimals = 2;
  return fmt::format("{:+.{}f}", percent, std::fabs(percent) >= 1000 ? 0 : decimals);
}

int percent_decimals(double change, const std::optional<Interval>& interval) {
  if (!interval) return std::fabs(change) < 0.01 ? 2 : 1;
  const bool narrow = interval->high - interval->low < 0.01;
  return narrow || std::fabs(change) < 0.001 ? 2 : 1;
}

std::string factor(double change) {
  const double ratio = 1 + change;
  const int before = ratio > 0 ? static_cast<int>(std::floor(std::log10(ratio))) + 1 : 1;
  return number_in({.divisor = 1, .unit = "", .decimals = std::clamp(3 - before, 0, 4)}, ratio);
}

template <class Part>
std::string bracketed(const Interval& interval, Part part) {
  return "[" + part(interval.low) + ", " + part(interval.high) + "]";
}

}  // namespace

std::optional<double> finite(std::optional<double> value) {
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<Interval> finite(const std::optional<Interval>& interval) {
  const bool usable = interval && std::isfinite(interval->low) && std::isfinite(interval->high);
  return usable ? interval : std::nullopt;
}

ChangeText change_text(std::optional<double> change, const std::optional<Interval>& interval) {
  change = finite(change);
  const auto ends = finite(interval);
  if (!change) return {"-", ""};
  if (*change >= kFactorFrom)
    return {factor(*change) + " times", ends ? bracketed(*ends, factor) : ""};
  const auto decimals = percent_decimals(*change, ends);
  const auto part = [decimals](double value) { return signed_percent(value, decimals); };
  return {part(*change) + " %", ends ? bracketed(*ends, part) : ""};
}

std::string change_sentence(std::optional<double> change, const std::optional<Interval>& interval) {
  const auto text = change_text(change, interval);
  return text.interval.empty() ? text.change : text.change + " " + text.interval;
}

std::string share_text(std::optional<double> share) {
  share = finite(share);
  if (!share) return "-";
  const double percent = *share * 100;
  if (percent == 0) return "0.0 %";
  if (std::fabs(percent) < 0.005) return "<0.01 %";
  if (std::fabs(percent) >= 1e9) return fmt::format("{:.3g} %", percent);
  const int decimals = std::fabs(percent) >= 99.95 ? 0 : std::fabs(percent) < 0.1 ? 2 : 1;
  return fmt::format("{:.{}f} %", percent, decimals);
}

std::string level_text(double level) {
  if (!std::isfinite(level)) return "-";
  for (int decimals = 2; decimals <= 9; ++decimals) {
    const auto text = without_trailing_zeros(fmt::format("{:.{}f}", level * 100, decimals));
    if (text != "100") return text + " %";
  }
  return "over 99.9999999 %";
}

std::optional<double> reportable_p(std::optional<double> p) {
  if (p == 0.0) return std::numeric_limits<double>::min();
  return finite(p);
}

std::string p_text(std::optional<double> p) {
  p = finite(p);
  if (!p) return "-";
  if (*p < 0.0001) return "< 0.0001";
  const int before = static_cast<int>(std::floor(std::log10(*p))) + 1;
  return fmt::format("{:.{}f}", *p, std::clamp(2 - before, 2, 4));
}

}  // namespace kab::report
