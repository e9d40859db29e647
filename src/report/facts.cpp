#include "report/facts.h"

#include <algorithm>

#include "report/visible.h"

namespace kab::report {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kWidestLabel = 24;

}  // namespace

std::size_t columns_of(const RenderOptions& options) {
  return static_cast<std::size_t>(std::max(options.columns, kFewestColumns));
}

std::string facts_text(const Facts& facts, const RenderOptions& options) {
  std::size_t width = 0;
  std::vector<std::string> labels;
  for (const auto& [label, text] : facts) {
    labels.push_back(cut_middle(visible(label, options.glyphs), kWidestLabel, options.glyphs));
    width = std::max(width, display_width(labels.back()));
  }
  const auto text_at = kIndent + width + 2;
  std::string out;
  for (std::size_t at = 0; at < facts.size(); ++at) {
    const auto padding = text_at - kIndent - display_width(labels[at]);
    out += std::string(kIndent, ' ') + labels[at] + std::string(padding, ' ') +
           wrapped(visible(facts[at].second, options.glyphs), columns_of(options), text_at);
  }
  return out;
}

}  // namespace kab::report
