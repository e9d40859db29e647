#include "report/sections.h"

#include "base/text.h"
#include "report/comparison_table.h"
#include "report/facts.h"
#include "report/grouped.h"
#include "report/head.h"
#include "report/qualification.h"
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

std::string rates(const model::Judgement& judgement, const RenderOptions& options) {
  if (judgement.views.empty()) return {};
  return "\nThe same medians as rates\n" + facts_text(rate_facts(judgement), options);
}

}  // namespace

std::string sections(const model::Judgement& judgement, const RenderOptions& options) {
  return line(headline(judgement), options) + facts_text(head_facts(judgement), options) + '\n' +
         comparison_table(judgement, options) + '\n' +
         facts_text(qualifications(judgement), options) + distributions(judgement, options) +
         rates(judgement, options);
}

std::string more_section(const model::Judgement& judgement, const RenderOptions& options) {
  if (judgement.recording.empty()) return {};
  const auto file = visible(shell_words({judgement.recording}), options.glyphs);
  return "\nMore: kab show " + file + "\n      kab compare " + file + '\n';
}

}  // namespace kab::report
