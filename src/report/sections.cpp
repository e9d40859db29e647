#include "report/sections.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/by_function.h"
#include "report/call_section.h"
#include "report/comparison_table.h"
#include "report/facts.h"
#include "report/grouped.h"
#include "report/head.h"
#include "report/qualification.h"
#include "report/shapes.h"
#include "report/visible.h"

namespace kab::report {
namespace {

std::string line(const std::string& text, const RenderOptions& options) {
  return wrapped(visible(text, options.glyphs), columns_of(options), 0);
}

std::string distributions(const model::Judgement& judgement, const RenderOptions& options) {
  std::string out;
  for (const auto& distribution : judgement.distributions) {
    out += '\n' + line(grouped_title(distribution), options);
    out += '\n' + grouped_text(distribution, options);
  }
  return out;
}

// A line an arm, for as many subjects as a reader will look at; a recording has them all.
std::string shapes(const model::Judgement& judgement, const RenderOptions& options) {
  constexpr std::size_t kMostShown = 6;
  std::string out;
  for (std::size_t at = 0; at < std::min(kMostShown, judgement.shapes.size()); ++at)
    out += '\n' + line(shape_title(judgement.shapes[at]), options) +
           shape_text(judgement.shapes[at], options);
  if (judgement.shapes.size() > kMostShown)
    out += line(fmt::format("... and {} more", judgement.shapes.size() - kMostShown), options);
  return out;
}

std::string rates(const model::Judgement& judgement, const RenderOptions& options) {
  if (judgement.views.empty()) return {};
  return "\nThe same medians as rates\n" + facts_text(rate_facts(judgement), options);
}

}  // namespace

std::string sections(const model::Judgement& judgement, const RenderOptions& options) {
  return line(headline(judgement), options) + facts_text(head_facts(judgement), options) + '\n' +
         comparison_table(judgement, options) + '\n' +
         facts_text(qualifications(judgement), options) + shapes(judgement, options) +
         distributions(judgement, options) + rates(judgement, options) +
         by_function_text(judgement.functions, options) + call_section(judgement, options);
}

std::string more_section(const model::Judgement& judgement, const RenderOptions& options) {
  if (judgement.recording.empty()) return {};
  const auto file = visible(shell_words({judgement.recording}), options.glyphs);
  return "\nMore: kab show " + file + "\n      kab compare " + file + '\n';
}

}  // namespace kab::report
