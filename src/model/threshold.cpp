#include "model/threshold.h"

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "base/number.h"
#include "base/text.h"

namespace kab::model {
namespace {

constexpr std::string_view kHint = "; write 1%, 5ns or 2insn, or several with commas between";

std::optional<double> seconds_in(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits = {
      {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}};
  for (const auto& [name, seconds] : kUnits)
    if (name == unit) return seconds;
  return std::nullopt;
}

}  // namespace

Result<Threshold> parse_threshold(std::string_view text) {
  if (text == kResidual) return residual_threshold().front();
  const auto unit_at = text.find_first_not_of("0123456789.eE+-");
  const auto value = parse_double(text.substr(0, unit_at));
  const auto unit = unit_at == text.npos ? std::string_view() : trimmed(text.substr(unit_at));
  if (!value || !std::isfinite(*value) || *value < 0 || std::signbit(*value))
    return fail_input("threshold " + in_quotes(text) + " is not understood" + std::string(kHint));
  if (unit.empty() && *value > 0)
    return fail_input("threshold " + in_quotes(text) + " has no unit" + std::string(kHint));
  if (unit.empty() || unit == "%") {
    if (*value >= 100)
      return fail_input("threshold " + in_quotes(text) + " must be under 100 %" +
                        std::string(kHint));
    return Threshold{Threshold::Kind::kRelative, *value / 100, "", std::string(text)};
  }
  return Threshold{Threshold::Kind::kAbsolute, *value, std::string(unit), std::string(text)};
}

Result<std::vector<Threshold>> parse_thresholds(std::string_view text) {
  std::vector<Threshold> all;
  for (const auto part : split(text, ',')) {
    KAB_TRY(auto threshold, parse_threshold(trimmed(part)));
    all.push_back(std::move(threshold));
  }
  return all;
}

std::vector<Threshold> default_thresholds() {
  return {Threshold{Threshold::Kind::kRelative, 0.01, "", "1%"}};
}

std::vector<Threshold> residual_threshold() {
  return {Threshold{Threshold::Kind::kRelative, 0, "", std::string(kResidual)}};
}

Result<double> absolute_in(const Threshold& threshold, std::string_view metric_unit) {
  const auto base_unit =
      metric_unit.ends_with("/op") && threshold.unit.find('/') == std::string::npos
          ? metric_unit.substr(0, metric_unit.size() - 3)
          : metric_unit;
  if (threshold.unit == base_unit) return threshold.value;
  if (threshold.unit == "insn" && base_unit == "instructions") return threshold.value;
  const auto from = seconds_in(threshold.unit);
  const auto to = seconds_in(base_unit);
  if (from && to) return threshold.value * *from / *to;
  return fail_input("threshold " + in_quotes(threshold.text) + " does not fit a metric in " +
                    std::string(metric_unit) + std::string(kHint));
}

}  // namespace kab::model
