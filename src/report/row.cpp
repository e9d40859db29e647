#include "report/row.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "report/scale.h"
#include "report/visible.h"

namespace kab::report {
namespace {

RowValue with_spread(const Scale& scale, std::optional<double> median, std::optional<double> spread,
                     Glyphs glyphs) {
  const bool known = finite(median) && finite(spread);
  const auto tail = known ? visible(" ±" + share_text(spread), glyphs) : "";
  return {value_in(scale, median) + tail, number_in(scale, median) + tail};
}

// Without a ratio (zero or negative baseline) the interval is one of the absolute change.
ChangeText absolute_change_text(const model::Comparison& comparison, const Scale& values) {
  const auto change = finite(comparison.absolute_change);
  const auto interval = finite(comparison.interval);
  if (!change && !interval) return {"-", ""};
  const auto scale = scale_for_difference(values, change ? change : std::optional(interval->high));
  ChangeText text{signed_in(scale, change), ""};
  if (change && !scale.unit.empty()) text.change += " " + scale.unit;
  if (interval)
    text.interval =
        "[" + signed_in(scale, interval->low) + ", " + signed_in(scale, interval->high) + "]";
  return text;
}

RowValue absolute_value(const model::Comparison& comparison, const Scale& values) {
  const auto change = finite(comparison.absolute_change);
  if (!change) return {"-", "-"};
  const auto scale = scale_for_difference(values, change);
  const auto number = signed_in(scale, change);
  return {number + (scale.unit.empty() ? "" : " " + scale.unit), number};
}

std::string n_text(const model::Comparison& comparison) {
  if (comparison.baseline_n == comparison.arm_n) return fmt::to_string(comparison.arm_n);
  return fmt::format("{}, {}", comparison.baseline_n, comparison.arm_n);
}

std::string_view plural_of(model::Replication replication) {
  switch (replication) {
    case model::Replication::kProcess:
      return "processes";
    case model::Replication::kBoot:
      return "boots";
    case model::Replication::kSession:
      return "sessions";
    case model::Replication::kUnknown:
      return "values";
  }
  return "values";
}

// "1%" as people write it in prose: "1 %"; "5ns" is "5 ns".
std::string spaced(std::string_view threshold) {
  const auto unit = threshold.find_first_not_of("0123456789.eE+-");
  if (unit == threshold.npos || unit == 0) return std::string(threshold);
  return std::string(trimmed(threshold.substr(0, unit))) + " " +
         std::string(trimmed(threshold.substr(unit)));
}

}  // namespace

Row row_of(const model::Comparison& comparison, Glyphs glyphs) {
  const auto scale_for = [&](std::span<const std::optional<double>> values) {
    auto scale = scale_of(comparison.metric.unit, values);
    scale.unit = cut_middle(visible(scale.unit, glyphs), 16, glyphs);
    return scale;
  };
  const std::array<std::optional<double>, 2> medians = {comparison.baseline_median,
                                                        comparison.arm_median};
  const bool apart = far_apart(medians);
  const auto scale = apart ? scale_for(std::span(medians).first(1)) : scale_for(medians);
  const auto arm_scale = apart ? scale_for(std::span(medians).last(1)) : scale;
  const auto shown = [glyphs](std::string_view text) { return visible(text, glyphs); };
  Row row{.title = shown(subject_title(comparison.workload, comparison.abi, comparison.params)),
          .metric = shown(comparison.metric.name),
          .baseline = shown(comparison.baseline),
          .arm = shown(comparison.arm),
          .baseline_value =
              with_spread(scale, comparison.baseline_median, comparison.baseline_spread, glyphs),
          .arm_value = with_spread(arm_scale, comparison.arm_median, comparison.arm_spread, glyphs),
          .change = finite(comparison.change) ? change_text(comparison.change, comparison.interval)
                                              : absolute_change_text(comparison, scale),
          .absolute = absolute_value(comparison, scale),
          .p = p_text(comparison.p),
          .n = n_text(comparison),
          .verdict = comparison.verdict};
  if (!finite(comparison.baseline_median) || arm_scale.unit != scale.unit) {
    row.arm_value.number = row.arm_value.text;
    row.absolute.number = row.absolute.text;
  }
  return row;
}

Row row_of(const model::MeanChange& mean, Glyphs glyphs) {
  return {.title = fmt::format("geometric mean of {}", mean.common),
          .metric = visible(mean.metric.name, glyphs),
          .baseline = visible(mean.baseline, glyphs),
          .arm = visible(mean.arm, glyphs),
          .baseline_value = {},
          .arm_value = {},
          .change = change_text(mean.change, std::nullopt),
          .absolute = {},
          .p = {},
          .n = {},
          .verdict = {}};
}

std::string verdict_text(const Row& row) {
  return row.verdict ? std::string(text_of(*row.verdict)) : std::string();
}

std::string subject_title(std::string_view workload, std::string_view abi,
                          const model::Params& params) {
  auto title = model::title_of(workload, params);
  if (!abi.empty() && abi != "x86_64") title += " (" + std::string(abi) + ")";
  return title;
}

std::string change_of(const Row& row) {
  if (row.change.change == "-" && row.change.interval.empty()) return "change unknown";
  return row.change.interval.empty() ? row.change.change
                                     : row.change.change + " " + row.change.interval;
}

std::string replication_text(const model::Judgement& judgement) {
  if (judgement.comparisons.empty()) return "no comparison";
  std::size_t fewest = judgement.comparisons.front().baseline_n;
  std::size_t most = fewest;
  for (const auto& comparison : judgement.comparisons) {
    fewest = std::min({fewest, comparison.baseline_n, comparison.arm_n});
    most = std::max({most, comparison.baseline_n, comparison.arm_n});
  }
  const auto unit = plural_of(judgement.comparisons.front().replication);
  if (fewest == most) return fmt::format("{} {} an arm", most, unit);
  return fmt::format("{} to {} {} an arm", fewest, most, unit);
}

std::string threshold_text(const std::vector<std::string>& thresholds) {
  std::vector<std::string> parts;
  for (const auto& threshold : thresholds) parts.push_back("±" + spaced(threshold));
  if (parts.empty()) return "±0 %";
  return (parts.size() > 1 ? "the larger of " : "") + joined(parts, " and ");
}

}  // namespace kab::report
