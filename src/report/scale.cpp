#include "report/scale.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "report/numbers.h"

namespace kab::report {
namespace {

constexpr int kDigits = 4;
constexpr int kMostDecimals = 9;
// The largest number shown at kDigits that does not read as 1000 of its unit.
constexpr double kTurn = 999.95;

struct Family {
  std::array<std::string_view, 5> units;  // each a thousand times the one before; empty: none
  std::string_view suffix;                // "*": anything from the first slash, or nothing
};
constexpr std::array<Family, 4> kFamilies = {{{{"ns", "us", "ms", "s", ""}, "*"},
                                              {{"B", "kB", "MB", "GB", "TB"}, "/s"},
                                              {{"op", "kop", "Mop", "Gop", ""}, "/s"},
                                              {{"ops", "kops", "Mops", "Gops", ""}, "/s"}}};

struct Extent {
  double largest = 0;
  double smallest = 0;  // of those that are not 0
  bool whole = true;
};

Extent extent_of(std::span<const std::optional<double>> values) {
  Extent extent;
  for (const auto& value : values) {
    if (!finite(value)) continue;
    const double magnitude = std::fabs(*value);
    extent.largest = std::max(extent.largest, magnitude);
    if (magnitude > 0 && (extent.smallest == 0 || magnitude < extent.smallest))
      extent.smallest = magnitude;
    extent.whole = extent.whole && magnitude == std::floor(magnitude);
  }
  return extent;
}

// Digits before the decimal point: 2 for 12.3, 0 for 0.12, -1 for 0.012.
int leading_digits(double magnitude) {
  return static_cast<int>(std::floor(std::log10(magnitude))) + 1;
}

int decimals_for(double magnitude, int digits) {
  if (magnitude == 0) return 0;
  // Rounding to `digits` may carry into one digit more: 0.99997 is 1.000.
  const double carried = magnitude * (1 + 0.5 * std::pow(10, -digits));
  return std::clamp(digits - leading_digits(carried), 0, kMostDecimals);
}

// Moves `scale` up or down its family; false when the unit belongs to none.
bool take_family_unit(Scale& scale, std::string_view unit, double largest) {
  const auto slash = std::min(unit.find('/'), unit.size());
  const auto stem = unit.substr(0, slash);
  const auto suffix = unit.substr(slash);
  for (const auto& family : kFamilies) {
    if (family.suffix != "*" && family.suffix != suffix) continue;
    const auto at = std::ranges::find(family.units, stem);
    if (at == family.units.end() || stem.empty()) continue;
    auto index = static_cast<std::size_t>(at - family.units.begin());
    while (largest / scale.divisor >= kTurn && index + 1 < family.units.size() &&
           !family.units[index + 1].empty()) {
      scale.divisor *= 1e3;
      ++index;
    }
    while (largest > 0 && largest / scale.divisor < kTurn / 1e3 && index > 0) {
      scale.divisor /= 1e3;
      --index;
    }
    scale.unit = std::string(family.units[index]) + std::string(suffix);
    return true;
  }
  return false;
}

std::string with_thousands(std::string digits) {
  const auto from = digits.starts_with('-') ? std::size_t{1} : std::size_t{0};
  const auto point = std::min(digits.find('.'), digits.size());
  for (auto at = point; at > from + 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

}  // namespace

Scale scale_of(std::string_view unit, std::span<const std::optional<double>> values) {
  const auto extent = extent_of(values);
  Scale scale{.divisor = 1, .unit = std::string(unit), .decimals = 0};
  const bool known = take_family_unit(scale, unit, extent.largest);
  if (extent.largest == 0 || (!known && extent.whole)) return scale;
  const auto by_largest = decimals_for(extent.largest / scale.divisor, kDigits);
  const auto by_smallest = std::min(decimals_for(extent.smallest / scale.divisor, 2), 6);
  scale.decimals = std::max(by_largest, by_smallest);
  return scale;
}

bool far_apart(std::span<const std::optional<double>> values) {
  constexpr double kFar = 100;
  const auto extent = extent_of(values);
  return extent.smallest > 0 && extent.largest / kFar >= extent.smallest;
}

Scale scale_for_difference(const Scale& scale, std::optional<double> value) {
  auto own = scale;
  if (!finite(value)) return own;
  const double shown = std::fabs(*value) / scale.divisor;
  const bool whole = scale.decimals == 0 && shown == std::floor(shown);
  own.decimals = whole ? 0 : decimals_for(shown, 3);
  return own;
}

std::string number_in(const Scale& scale, std::optional<double> value) {
  if (!finite(value)) return "-";
  const double shown = *value / scale.divisor;
  if (shown == 0) return fmt::format("{:.{}f}", 0.0, scale.decimals);
  if (std::fabs(shown) >= 1e15) return fmt::format("{:.{}g}", shown, kDigits);
  const double smallest_shown = 0.5 * std::pow(10, -scale.decimals);
  if (std::fabs(shown) < smallest_shown) return fmt::format("{:.2g}", shown);
  return with_thousands(fmt::format("{:.{}f}", shown, scale.decimals));
}

std::string signed_in(const Scale& scale, std::optional<double> value) {
  const bool positive = finite(value) && *value > 0;
  return (positive ? "+" : "") + number_in(scale, value);
}

std::string value_in(const Scale& scale, std::optional<double> value) {
  const auto number = number_in(scale, value);
  return number == "-" || scale.unit.empty() ? number : number + " " + scale.unit;
}

}  // namespace kab::report
