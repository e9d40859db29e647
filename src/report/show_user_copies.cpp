// The copies between user space and the kernel that workloads declare, and which of them hardened
// usercopy checks: where the next one pays, as a table beside the times.
#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "report/scale.h"
#include "report/show.h"
#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

constexpr std::size_t kLongestTitle = 34;

std::string count_text(double count) {
  return fmt::format("{:.{}f}", count, count < 10 && count != static_cast<int>(count) ? 2 : 0);
}

std::vector<Cell> cells_of(const ShownSeries& one, const RenderOptions& options) {
  const auto scale = scale_of(one.metric.unit, std::array{one.median});
  return {{cut_middle(visible(one.title, options.glyphs), kLongestTitle, options.glyphs)},
          {count_text(one.copies->copies)},
          {count_text(one.copies->bytes)},
          {count_text(one.copies->checked_copies)},
          {count_text(one.copies->checked_bytes)},
          {number_in(scale, one.median)},
          {visible(scale.unit, options.glyphs)}};
}

std::vector<const ShownSeries*> with_copies(std::span<const ShownSeries> series) {
  std::vector<const ShownSeries*> found;
  for (const auto& one : series)
    if (one.copies) found.push_back(&one);
  // Where all is alike, as they came: series lie in one array. (libstdc++'s stable_sort calls what
  // Clang knows to be deprecated.)
  std::ranges::sort(found, [](const ShownSeries* one, const ShownSeries* other) {
    return std::tuple(-one->copies->checked_bytes, -one->copies->bytes, one) <
           std::tuple(-other->copies->checked_bytes, -other->copies->bytes, other);
  });
  return found;
}

}  // namespace

std::string show_user_copies(std::span<const ShownSeries> series, const RenderOptions& options) {
  const auto rows = with_copies(series);
  const bool any =
      std::ranges::any_of(rows, [](const ShownSeries* one) { return one->copies->copies > 0; });
  if (rows.size() < 2 || !any) return {};
  Table table({{"user copies of an operation"},
               {"copies", Align::kRight},
               {"bytes", Align::kRight},
               {"checked", Align::kRight},
               {"bytes", Align::kRight},
               {"median", Align::kRight},
               {"unit"}});
  for (const auto* row : rows) table.add_row(cells_of(*row, options));
  return table.render(2);
}

}  // namespace kab::report
