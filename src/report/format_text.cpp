// Text for a terminal: the shared sections, and where to see more.
#include "report/formats.h"
#include "report/sections.h"

namespace kab::report {

std::string render_text(const model::Judgement& judgement, const RenderOptions& options) {
  return sections(judgement, options) + more_section(judgement, options);
}

}  // namespace kab::report
