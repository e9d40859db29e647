#include "report/shapes.h"

#include <array>
#include <optional>

#include "report/row.h"
#include "report/scale.h"
#include "report/sketch.h"
#include "report/table.h"
#include "report/visible.h"

namespace kab::report {

std::string shape_title(const model::Shape& shape) {
  const std::array<std::optional<double>, 2> ends = {shape.low, shape.high};
  const auto scale = scale_of(shape.metric.unit, ends);
  const auto title = subject_title(shape.workload, shape.abi, shape.params);
  return "Shape of " + (title.empty() ? "" : title + ", ") + shape.metric.name + ", from " +
         number_in(scale, shape.low) + " to " + value_in(scale, shape.high);
}

std::string shape_text(const model::Shape& shape, const RenderOptions& options) {
  constexpr std::size_t kLongestName = 24;
  Table table({{""}, {""}});
  for (const auto& arm : shape.arms)
    table.add_row({{cut_middle(visible(arm.name, options.glyphs), kLongestName, options.glyphs)},
                   {"|" + sketch(arm.counts, options.glyphs) + "|"}});
  return table.render(2);
}

}  // namespace kab::report
