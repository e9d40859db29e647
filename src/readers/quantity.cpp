#include "readers/quantity.h"

#include <array>
#include <cmath>

#include "base/number.h"
#include "base/text.h"

namespace kab::readers {
namespace {

struct Known {
  std::string_view unit;
  std::string_view base;
  double factor;
};

// The micro sign and the Greek letter look alike; tools write either.
constexpr std::array kTimes = {
    Known{"ns", "ns", 1},        Known{"nsec", "ns", 1},    Known{"us", "ns", 1e3},
    Known{"usec", "ns", 1e3},    Known{"usecs", "ns", 1e3}, Known{"\u00b5s", "ns", 1e3},
    Known{"\u03bcs", "ns", 1e3}, Known{"ms", "ns", 1e6},    Known{"msec", "ns", 1e6},
    Known{"s", "ns", 1e9},       Known{"sec", "ns", 1e9},
};

constexpr std::array<std::string_view, 5> kSizes = {"B", "KB", "MB", "GB", "TB"};
constexpr std::array<std::string_view, 5> kBinarySizes = {"B", "KiB", "MiB", "GiB", "TiB"};

std::optional<BaseUnit> size_of(std::string_view unit, Kilo kilo) {
  if (unit == "kB") unit = "KB";
  const double decimal = kilo == Kilo::k1000 ? 1e3 : 1024;
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    if (unit == kSizes[i])
      return BaseUnit{.base = "B", .factor = std::pow(decimal, static_cast<double>(i))};
    if (unit == kBinarySizes[i])
      return BaseUnit{.base = "B", .factor = std::pow(1024.0, static_cast<double>(i))};
  }
  return std::nullopt;
}

std::optional<BaseUnit> stem_of(std::string_view unit, Kilo kilo) {
  for (const auto& known : kTimes)
    if (unit == known.unit)
      return BaseUnit{.base = std::string(known.base), .factor = known.factor};
  return size_of(unit, kilo);
}

}  // namespace

std::optional<BaseUnit> base_unit_of(std::string_view unit, Kilo kilo) {
  const auto slash = unit.find('/');
  auto found = stem_of(unit.substr(0, slash), kilo);
  if (!found || slash == std::string_view::npos) return found;
  const auto per = unit.substr(slash + 1);
  if (per == "op" || per == "call") {
    found->base += "/op";
    return found;
  }
  if (per != "s" && per != "sec") return std::nullopt;
  found->base += "/s";
  return found;
}

Result<Quantity> quantity_of(std::string_view text) {
  const auto end = std::min(text.find_first_not_of("+-.0123456789"), text.size());
  const auto value = parse_double(text.substr(0, end));
  if (!value) return fail_input(in_quotes(text) + " is not a number with a unit");
  const auto unit = trimmed(text.substr(end));
  const auto base = base_unit_of(unit);
  if (!base)
    return fail_input(in_quotes(text) + " is in no unit that is known; times are in ns, us, ms, s");
  return Quantity{.value = *value * base->factor, .unit = base->base};
}

}  // namespace kab::readers
