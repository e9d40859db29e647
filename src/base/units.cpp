#include "base/units.h"

#include <array>
#include <cmath>

#include "base/number.h"
#include "base/text.h"

namespace kab {
namespace {

struct TimeUnit {
  std::string_view suffix;
  double ns;
};
// "ms" before "m" and "s": the first suffix that fits wins.
constexpr std::array kTimeUnits = {
    TimeUnit{"ns", 1},  TimeUnit{"us", 1e3}, TimeUnit{"ms", 1e6},   TimeUnit{"min", 60e9},
    TimeUnit{"s", 1e9}, TimeUnit{"m", 60e9}, TimeUnit{"h", 3600e9},
};
constexpr double kLongest = 30.0 * 24 * 3600e9;

}  // namespace

Result<std::int64_t> parse_duration_ns(std::string_view text) {
  const std::string wanted = "; a time is a number with ms, s, m or h, as in 60s";
  std::string_view digits = text;
  double unit_ns = 1e9;
  for (const auto& unit : kTimeUnits) {
    if (!text.ends_with(unit.suffix)) continue;
    unit_ns = unit.ns;
    digits.remove_suffix(unit.suffix.size());
    break;
  }
  const auto value = parse_double(trimmed(digits));
  if (!value || !std::isfinite(*value))
    return fail_input("time " + in_quotes(text) + " is not understood" + wanted);
  const double ns = *value * unit_ns;
  if (ns < 1 || ns > kLongest)
    return fail_input("time " + in_quotes(text) + " is out of range (up to 30 days)" + wanted);
  return static_cast<std::int64_t>(std::llround(ns));
}

Result<double> parse_share(std::string_view text) {
  const bool percent = text.ends_with('%');
  const auto value = parse_double(trimmed(percent ? text.substr(0, text.size() - 1) : text));
  const double share = value ? (percent ? *value / 100 : *value) : -1;
  if (!(share >= 0 && share < 1))
    return fail_input("share " + in_quotes(text) + " is not understood; write 1% or 0.01");
  return share;
}

std::string duration_text(std::int64_t ns) {
  const double seconds = static_cast<double>(ns) / 1e9;
  if (ns < 1000) return std::to_string(ns) + " ns";
  if (ns < 1'000'000) return std::to_string(ns / 1000) + " us";
  if (seconds < 1) return std::to_string(ns / 1'000'000) + " ms";
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  const auto pair = [](std::int64_t big, std::string_view big_unit, std::int64_t small,
                       std::string_view small_unit) {
    std::string out = std::to_string(big) + " " + std::string(big_unit);
    if (small > 0) out += " " + std::to_string(small) + " " + std::string(small_unit);
    return out;
  };
  if (whole < 3600) return pair(whole / 60, "min", whole % 60, "s");
  return pair(whole / 3600, "h", whole % 3600 / 60, "min");
}

}  // namespace kab
