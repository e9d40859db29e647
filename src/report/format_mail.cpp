// Mail is text in ASCII, narrow, with a closing paragraph for a commit message.
#include "report/formats.h"
#include "report/sections.h"
#include "report/summary.h"
#include "report/visible.h"

namespace kab::report {

std::string render_mail(const model::Judgement& judgement) {
  const RenderOptions options{
      .glyphs = Glyphs::kAscii, .color = Color::kNever, .columns = kMailColumns};
  return sections(judgement, options) + '\n' +
         wrapped(visible(summary(judgement), Glyphs::kAscii), kMailColumns, 0);
}

}  // namespace kab::report
