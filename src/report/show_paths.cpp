// Which path each clock took, as counted: a table in place of an event a clock.
#include <algorithm>
#include <string_view>

#include "report/show.h"
#include "report/show_listings.h"
#include "report/table.h"
#include "report/visible.h"

namespace kab::report {
namespace {

constexpr std::size_t kLongestSubject = 44;
constexpr std::string_view kBetween = ": ";

// "subject: path: counted", the subject cut to its place; text of another shape stays in one cell.
std::vector<Cell> cells_of(std::string_view text, const RenderOptions& options) {
  const auto shown = [&](std::string_view part) { return visible(part, options.glyphs); };
  const auto counted = text.rfind(kBetween);
  const auto path = counted == text.npos ? text.npos : text.rfind(kBetween, counted - 1);
  if (path == text.npos) return {{shown(text)}, {""}, {""}};
  const auto taken = path + kBetween.size();
  return {{cut_middle(shown(text.substr(0, path)), kLongestSubject, options.glyphs)},
          {shown(text.substr(taken, counted - taken))},
          {shown(text.substr(counted + kBetween.size()))}};
}

}  // namespace

std::string show_paths(const model::Session& session, const RenderOptions& options) {
  Table table({{"clock"}, {"path taken"}, {"counted"}});
  bool any = false;
  for (const auto& event : session.events) {
    if (event.code != kPathEvent) continue;
    table.add_row(cells_of(event.text, options));
    any = true;
  }
  return any ? table.render(2) : "";
}

}  // namespace kab::report
