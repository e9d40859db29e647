#include "report/grouped.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number.h"
#include "report/visible.h"

namespace kab::report {
namespace {

double upper_border(double from, double width) {
  const bool whole = width >= 2 && width == std::floor(width);
  return std::max(from, from + width - (whole ? 1 : 0.001));
}

std::string border(double value) {
  if (!std::isfinite(value)) return "-";
  if (std::fabs(value) >= 1e15) return shortest(value);  // three decimals would be invented
  auto text = fmt::format("{:.3f}", value);
  return text == "-0.000" ? "0.000" : text;
}

std::string percent(std::size_t count, std::size_t n) {
  if (n == 0) return "-";
  if (count * 100 < n) return "<1%";
  return fmt::format("{}%", (count * 200 + n) / (n * 2));
}

std::string arm_text(const model::GroupedArm& arm, double width, const RenderOptions& options) {
  const auto columns = static_cast<std::size_t>(std::max(options.columns, kFewestColumns));
  const auto name = cut_middle(visible(arm.name, options.glyphs), columns, options.glyphs);
  auto out = name + '\n' + std::string(display_width(name), '-') + '\n';
  for (const auto& group : arm.groups)
    if (group.count > 0)
      out += fmt::format("{}-{}\t{}\t({})\n", border(group.from),
                         border(upper_border(group.from, width)), group.count,
                         percent(group.count, arm.n));
  return out;
}

}  // namespace

std::string grouped_title(const model::GroupedDistribution& distribution) {
  const auto& [name, unit, better] = distribution.metric;
  const auto width = distribution.width;
  const bool whole = std::fabs(width) < 1e15 && width == std::floor(width);
  return "Distribution of " + distribution.workload + ", " +
         (name == unit ? unit : name + " in " + unit) + ", groups of " +
         (whole ? fmt::format("{:.0f}", width) : shortest(width));
}

std::string grouped_text(const model::GroupedDistribution& distribution,
                         const RenderOptions& options) {
  std::string out;
  for (const auto& arm : distribution.arms) {
    if (!out.empty()) out += '\n';
    out += arm_text(arm, distribution.width, options);
  }
  return out;
}

}  // namespace kab::report
